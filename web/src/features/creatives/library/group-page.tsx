import type { LibraryGroupDetail } from "@litfass/contract/creatives/library-shapes";
import { useParams, useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { GroupForm } from "./group-form.tsx";
import type { GroupParts } from "./template-editor.tsx";

/** A new group (ROUTE-019) or an existing one (ROUTE-020), with its template or its finished banners. */
export function GroupPage({ parts }: { parts: GroupParts }) {
  const { t } = useTranslation("library");
  const { uuid } = useParams();
  const [params] = useSearchParams();
  const from = uuid ?? params.get("from");
  const shown = useCall("showCreativeGroup", { params: { uuid: from ?? "" } }, { enabled: from !== null });
  const back = { to: "/creative-groups", label: t("groups.title") };
  if (shown.error) {
    return <ErrorState title={t("groups.failed")} error={shown.error} onRetry={() => void shown.refetch()} />;
  }
  const group: LibraryGroupDetail | null = uuid ? (shown.data ?? null) : null;
  return (
    <>
      <PageHeading back={back}>{uuid ? (group?.name ?? t("groups.title")) : t("groups.new")}</PageHeading>
      {from !== null && !shown.data ? (
        <Card flush>
          <SkeletonRows rows={6} />
        </Card>
      ) : (
        <GroupForm
          key={uuid ?? "new"}
          group={group}
          pattern={uuid ? null : (shown.data?.markup ?? null)}
          parts={parts}
        />
      )}
    </>
  );
}
