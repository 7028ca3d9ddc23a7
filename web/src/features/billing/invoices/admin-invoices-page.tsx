import { invoiceStatuses } from "@litfass/contract/billing/billing";
import { Download, X } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { saveBlob } from "../../../api/save-blob.ts";
import { useCall } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatNumber, formatTotal } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { type DateRange, rangeOf, todayOn } from "../../../ui/inputs/date-range.ts";
import { DateRangePicker } from "../../../ui/inputs/date-range-picker.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import { useOrderActions } from "../orders/use-order-actions.tsx";
import { useInvoiceColumns } from "./invoice-columns.tsx";
import { maxInvoices, SelectedInvoices } from "./selected-invoices.tsx";

const sorts = ["id", "subscription_name", "amount", "created_at", "user_name", "status"] as const;

/** Invoices of all customers for billing staff, one or many to download (ACT-012). */
export function AdminInvoicesPage() {
  const { t } = useTranslation("invoices");
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [status, setStatus] = useChoice("status", invoiceStatuses);
  const [period, setPeriod] = useOptionalPeriod();
  const [customer, setCustomer] = useCustomerChoice("user");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const filter = {
    search: state.search || undefined,
    sort: sorts.find((each) => each === state.sort),
    direction: state.direction,
    status,
    user: customer,
    ...period,
  };
  const list = useCall(
    "listAllInvoices",
    { query: { ...filter, page: state.page, per_page: state.perPage } },
    { keep: true },
  );
  const toggle = (ids: readonly string[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  const { stepsOf, dialogs } = useOrderActions();
  const columns = useInvoiceColumns(chosen, toggle, stepsOf);
  const rows = list.data?.data;
  const total = list.data?.meta.total ?? 0;
  const filtered = state.search !== "" || status !== undefined || period !== null || customer !== undefined;

  async function download() {
    const ids = [...chosen].slice(0, maxInvoices);
    setBusy(true);
    try {
      const file = await call("downloadInvoices", { body: { ids } });
      saveBlob(file, ids.length === 1 ? `${ids[0]}.pdf` : "invoices.zip");
      showSnackbar(t("downloaded", { count: ids.length, number: formatNumber(ids.length) }));
      setChosen(new Set());
    } catch (error) {
      showSnackbar(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  async function saveSpreadsheet() {
    try {
      saveBlob(await call("exportInvoices", { query: filter }), `${t("invoices.file")}.xlsx`);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <>
      <PageHeading
        actions={
          <Button icon={Download} disabled={total === 0} onClick={() => void saveSpreadsheet()}>
            Excel
          </Button>
        }
      >
        {list.data
          ? t(filtered ? "invoices.found" : "invoices.heading", { count: total, number: formatTotal(total) })
          : t("invoices.title")}
      </PageHeading>
      <ListFilters state={state} label={t("invoices.search")}>
        <CustomerFilter
          of="all"
          value={customer}
          name={rows?.find(({ user }) => user === customer)?.user_name}
          onChange={setCustomer}
        />
        <ChoiceFilter
          label={t("column.status")}
          any={t("any")}
          options={invoiceStatuses.map((each) => ({ value: each, label: t(`status.${each}`) }))}
          value={status}
          onChange={setStatus}
        />
        <DateRangePicker label={t("invoices.issued")} value={period} max={todayOn()} onChange={setPeriod} />
        {period && <IconButton icon={X} label={t("invoices.allTime")} onClick={() => setPeriod(null)} />}
      </ListFilters>
      <Card flush>
        {rows && rows.length > 0 && (
          <SelectedInvoices
            rows={rows}
            chosen={chosen}
            busy={busy}
            onToggle={toggle}
            onDownload={() => void download()}
          />
        )}
        <ListTable
          caption={t("invoices.title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.id}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("invoices.failed")}
          empty={
            <EmptyState title={t(filtered ? "none.filtered" : "invoices.none")}>
              {t(filtered ? "none.filteredText" : "invoices.noneText")}
            </EmptyState>
          }
        />
      </Card>
      {dialogs}
    </>
  );
}

/** A list's optional period, stored in the address; null for all time. */
function useOptionalPeriod() {
  const [params, change] = useQueryParams();
  const setPeriod = (period: DateRange | null) =>
    change({ page: null, from: period?.from ?? null, to: period?.to ?? null });
  return [rangeOf(params), setPeriod] as const;
}
