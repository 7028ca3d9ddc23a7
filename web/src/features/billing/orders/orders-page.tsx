import { manualInvoiceStatuses } from "@litfass/contract/billing/billing";
import { FilePlus } from "lucide-react";
import { useState } from "react";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { useCall } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { NewOrderDialog } from "./new-order-dialog.tsx";
import { useOrderColumns } from "./order-columns.tsx";
import { useOrderActions } from "./use-order-actions.tsx";

const sorts = ["id", "user_name", "amount", "status", "created_at"] as const;

/** Orders by invoice: opened, approved, paid or rejected by billing staff (ACT-010, ACT-011). */
export function ManualInvoicesPage() {
  const { t } = useTranslation("invoices");
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [status, setStatus] = useChoice("status", manualInvoiceStatuses);
  const [customer, setCustomer] = useCustomerChoice("user");
  const [creating, setCreating] = useState(false);
  const list = useCall(
    "listManualInvoices",
    {
      query: {
        ...listQuery(state, sorts),
        status,
        user: customer,
      },
    },
    { keep: true },
  );
  const waiting = useCall("listManualInvoices", { query: { status: "new", per_page: 1 } }, { staleMs: 0 });
  const { entriesOf, dialogs } = useOrderActions();
  const columns = useOrderColumns(entriesOf);
  const filtered = state.search !== "" || status !== undefined || customer !== undefined;
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
      <ListFilters state={state} label={t("orders.search")}>
        <CustomerFilter
          of="all"
          value={customer}
          name={list.data?.data.find(({ user }) => user === customer)?.user_name}
          onChange={setCustomer}
        />
        <ChoiceFilter
          label={t("column.status")}
          any={t("any")}
          options={manualInvoiceStatuses.map((each) => ({ value: each, label: t(`order.${each}`) }))}
          value={status}
          onChange={setStatus}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("orders.title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("orders.failed")}
          empty={
            <EmptyState title={t(filtered ? "none.filtered" : "orders.none")}>
              {t(filtered ? "none.filteredText" : "orders.noneText")}
            </EmptyState>
          }
        />
      </Card>
      {dialogs}
      {creating && <NewOrderDialog onClose={() => setCreating(false)} />}
    </>
  );
}
