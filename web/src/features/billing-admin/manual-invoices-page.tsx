import { manualInvoiceStatuses } from "@litfass/contract/billing";
import { FilePlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../data/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SelectButton } from "../../ui/select-button.tsx";
import { PageHeading, Sheet } from "../../ui/sheet.tsx";
import { useTableState } from "../../ui/use-table-state.ts";
import styles from "./billing-admin.module.css";
import { NewOrderDialog } from "./new-order-dialog.tsx";
import { useOrderColumns } from "./order-columns.tsx";
import { useOrderActions } from "./use-order-actions.tsx";
import { useStatus } from "./use-status.ts";

const sorts = ["id", "user_name", "amount", "status", "created_at"] as const;

/** Orders by invoice: opened, approved, paid or rejected by billing staff (ACT-010, ACT-011). */
export function ManualInvoicesPage() {
  const { t } = useTranslation("billing-admin");
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [status, setStatus] = useStatus(manualInvoiceStatuses);
  const [creating, setCreating] = useState(false);
  const list = useCall(
    "listManualInvoices",
    {
      query: {
        page: state.page,
        per_page: state.perPage,
        search: state.search || undefined,
        sort: sorts.find((each) => each === state.sort),
        direction: state.direction,
        status,
      },
    },
    { keep: true },
  );
  const waiting = useCall("listManualInvoices", { query: { status: "new", per_page: 1 } }, { staleMs: 0 });
  const { entriesOf, dialogs } = useOrderActions();
  const columns = useOrderColumns(entriesOf);
  const filtered = state.search !== "" || status !== undefined;
  const open = waiting.data?.meta.total;

  return (
    <>
      <PageHeading
        actions={
          <Button variant="primary" icon={FilePlus} onClick={() => setCreating(true)}>
            {t("orders.new")}
          </Button>
        }
      >
        {open === undefined ? t("orders.title") : t("orders.heading", { count: open, number: formatNumber(open) })}
      </PageHeading>
      <search className={styles.filters}>
        <SearchField
          label={t("orders.search")}
          value={state.search}
          onChange={(search) => state.set({ search: search.trim() })}
          className={styles.search}
        />
        <SelectButton
          label={t("column.status")}
          prefix={`${t("column.status")}:`}
          options={[
            { value: "all", label: t("any") },
            ...manualInvoiceStatuses.map((each) => ({ value: each, label: t(`order.${each}`) })),
          ]}
          value={status ?? "all"}
          onChange={setStatus}
        />
      </search>
      <Sheet flush>
        <DataTable
          caption={t("orders.title")}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => String(row.id)}
          state={state}
          total={list.data?.meta.total ?? 0}
          pageSizes={[15, 30, 50, 100]}
          error={list.error}
          errorTitle={t("orders.failed")}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState title={t(filtered ? "none.filtered" : "orders.none")}>
              {t(filtered ? "none.filteredText" : "orders.noneText")}
            </EmptyState>
          }
        />
      </Sheet>
      {dialogs}
      {creating && <NewOrderDialog onClose={() => setCreating(false)} />}
    </>
  );
}
