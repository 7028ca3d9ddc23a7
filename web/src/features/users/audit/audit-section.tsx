import { auditKinds } from "@litfass/contract/kernel/audit-kinds";
import { Download } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { SelectButton } from "../../../ui/inputs/select-button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Pagination } from "../../../ui/tables/pagination.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import styles from "./audit.module.css";
import { AuditEntryItem } from "./audit-entry.tsx";
import { ExportDialog } from "./export-dialog.tsx";

const people = ["self", "others"] as const;

/** The changes of a user, newest first, filtered by kind and by author; the filter is stored in the address. */
export function AuditSection({ uid }: { uid: string }) {
  const { t } = useTranslation("audit");
  const state = useTableState({ perPage: 15, prefix: "history_" });
  const [params, change] = useQueryParams();
  const kind = auditKinds.find((each) => each === params.get("history_kind"));
  const by = people.find((each) => each === params.get("history_by"));
  const query = { page: state.page, per_page: Math.min(state.perPage, 100), kind, by };
  const list = useCall("listAuditEntries", { params: { user: uid }, query }, { keep: true });
  const [exporting, setExporting] = useState(false);
  const filtered = kind !== undefined || by !== undefined;

  const choose = (name: "history_kind" | "history_by", value: string) =>
    change({ history_page: null, [name]: value === "all" ? null : value });

  const filters = (
    <div className={styles.filters}>
      <SelectButton
        small
        label={t("kindLabel")}
        prefix={t("kindPrefix")}
        options={(["all", ...auditKinds] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind ?? "all"}
        onChange={(value) => choose("history_kind", value)}
      />
      <SelectButton
        small
        label={t("byLabel")}
        prefix={t("byPrefix")}
        options={(["all", ...people] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
        value={by ?? "all"}
        onChange={(value) => choose("history_by", value)}
      />
      <Button small icon={Download} onClick={() => setExporting(true)}>
        {t("export.open")}
      </Button>
    </div>
  );
  return (
    <Card title={t("title")} aside={filters}>
      <p className={styles.lead}>{t("lead")}</p>
      {exporting && <ExportDialog uid={uid} filter={{ kind, by }} onClose={() => setExporting(false)} />}
      {list.error && !list.data && (
        <ErrorState title={t("failed")} error={list.error} onRetry={() => void list.refetch()}>
          {list.error.message}
        </ErrorState>
      )}
      {!list.error && !list.data && <SkeletonRows rows={4} />}
      {list.data?.data.length === 0 && (
        <EmptyState title={t(filtered ? "filtered" : "none")}>{t(filtered ? "filteredText" : "noneText")}</EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <>
          <ol className={styles.entries}>
            {list.data.data.map((entry) => (
              <AuditEntryItem key={entry.id} entry={entry} />
            ))}
          </ol>
          {list.data.meta.total > 15 && (
            <div className={styles.pages}>
              <Pagination of={t("title")} state={state} total={list.data.meta.total} sizes={[15, 30, 50, 100]} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
