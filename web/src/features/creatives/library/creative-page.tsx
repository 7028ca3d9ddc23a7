import { useParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { CreativeForm } from "./creative-form.tsx";

/** A new creative (ROUTE-022) or an existing one (ROUTE-023). */
export function CreativePage() {
  const { t } = useTranslation("library");
  const { uuid } = useParams();
  const shown = useCall("showCreative", { params: { creative: uuid ?? "" } }, { enabled: uuid !== undefined });
  const back = { to: "/creatives", label: t("creatives.title") };
  if (shown.error) {
    return <ErrorState title={t("creatives.failed")} error={shown.error} onRetry={() => void shown.refetch()} />;
  }
  const name = shown.data ? shown.data.title || shown.data.component_name : "";
  return (
    <>
      <PageHeading back={back}>{uuid ? name || t("creatives.title") : t("creatives.new")}</PageHeading>
      {uuid && !shown.data ? (
        <Card flush>
          <SkeletonRows rows={6} />
        </Card>
      ) : (
        <CreativeForm key={uuid ?? "new"} creative={shown.data ?? null} />
      )}
    </>
  );
}
