import type { Invoice } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { Download, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../api/use-call.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { State } from "../../ui/feedback/state.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { allRows, useTableState } from "../../ui/tables/use-table-state.ts";
import billing from "./billing.module.css";
import styles from "./invoice-table.module.css";

const sorts = ["id", "subscription_name", "amount", "created_at"] as const;
type Sort = (typeof sorts)[number];
const isSort = (value: string | null): value is Sort => sorts.some((each) => each === value);

/** Every invoice, 30 to a page at first (UI-BILL-013). */
export function InvoiceTable({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation("billing");
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [search, setSearch] = useState(state.search);
  const list = useCall(
    "listInvoices",
    {
      query: {
        page: state.page,
        per_page: state.perPage === allRows ? "all" : state.perPage,
        search: state.search || undefined,
        sort: isSort(state.sort) ? state.sort : undefined,
        direction: state.direction,
      },
    },
    { enabled, keep: true },
  );
  const columns = useMemo(
    (): Column<Invoice>[] => [
      { id: "id", header: t("column.id"), sortable: true, narrow: "title", cell: (row) => row.number },
      {
        id: "subscription_name",
        header: t("column.description"),
        sortable: true,
        cell: (row) => row.subscription_name,
      },
      {
        id: "amount",
        header: t("column.amount"),
        sortable: true,
        align: "right",
        cell: (row) => <b className={styles.whole}>{withCurrency(row.currency, row.amount_formatted)}</b>,
      },
      { id: "created_at", header: t("column.created"), sortable: true, cell: (row) => formatDate(row.created_at) },
      {
        id: "pdf",
        header: t("column.download"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) =>
          row.pdf && (
            <span className={styles.ends}>
              <InvoiceState invoice={row} />
              <a href={row.pdf} target="_blank" rel="noopener" className={billing.download}>
                <Icon of={Download} size={16} />
                {t("download")}
              </a>
            </span>
          ),
      },
    ],
    [t],
  );
  return (
    <>
      <search>
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault();
            state.set({ search: search.trim() });
          }}
        >
          <TextInput
            label={<span className={styles.hidden}>{t("search")}</span>}
            type="search"
            icon={Search}
            placeholder={t("search")}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              if (event.target.value === "") state.set({ search: "" });
            }}
            onBlur={() => state.set({ search: search.trim() })}
          />
        </form>
      </search>
      <Card flush>
        <ListTable
          caption={t("invoices.title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.id}
          state={state}
          pageSizes={[25, 50, 100, allRows]}
          errorTitle={t("invoices.failed")}
          empty={
            <EmptyState title={t(state.search ? "invoices.noneFound" : "invoices.none")}>
              {t(state.search ? "invoices.noneFoundText" : "invoices.noneText")}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

/** The remaining action for an invoice; empty for a paid one. */
function InvoiceState({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("billing");
  if (invoice.status === "credited") return <State shape="ended">{t("invoices.credited")}</State>;
  if (invoice.status !== "open" || !invoice.due_on) return null;
  const isLate = invoice.due_on < todayOn();
  return (
    <State shape={isLate ? "rejected" : "waiting"}>
      {t(isLate ? "invoices.overdue" : "invoices.open", { date: formatDate(invoice.due_on) })}
    </State>
  );
}
