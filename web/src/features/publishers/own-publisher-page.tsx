import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { PublisherView } from "./publisher-view.tsx";

/** The publisher that belongs to the signed-in user. */
export function OwnPublisherPage() {
  const { t } = useTranslation("publishers");
  const { data, error, refetch } = useCall("showOwnPublisher", {});
  return (
    <>
      <PageHeading lead={data?.publisher ? t("own.lead") : undefined}>
        {data?.publisher?.name ?? t("own.title")}
      </PageHeading>
      {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={480} />}
      {data && !data.publisher && <EmptyState title={t("own.none")}>{t("own.noneText")}</EmptyState>}
      {data?.publisher && <PublisherView publisher={data.publisher} />}
    </>
  );
}
