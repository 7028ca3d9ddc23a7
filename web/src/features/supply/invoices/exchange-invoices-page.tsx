import type { ExchangeInvoice } from "@litfass/contract/supply/exchange-invoices";
import { Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime, formatMonth, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { ImportInvoiceDialog } from "./import-invoice-dialog.tsx";
import { InvoiceState } from "./invoice-state.tsx";

export const exchangeInvoicesPath = "/admin/exchange-invoices";

/** The invoices of exchanges, newest month first. */
export function ExchangeInvoicesPage() {
  const { t } = useTranslation("supply");
  const [isImporting, setImporting] = useState(false);
  const state = useTableState({ perPage: 30, sort: "month", direction: "desc" });
  const list = useCall(
    "listExchangeInvoices",
    { query: { page: state.page, per_page: state.perPage } },
    { keep: true },
  );
  return (
    <>
      <PageHeading
        lead={t("invoices.lead")}
        actions={
          <Button icon={Upload} variant="primary" onClick={() => setImporting(true)}>
            {t("invoices.import")}
          </Button>
        }
      >
        {t("invoices.title")}
      </PageHeading>
      <Card flush>
        <ListTable
          caption={t("invoices.title")}
          columns={useInvoiceColumns()}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("invoices.failed")}
          empty={<EmptyState title={t("invoices.none")}>{t("invoices.noneText")}</EmptyState>}
        />
      </Card>
      {isImporting && <ImportInvoiceDialog onClose={() => setImporting(false)} />}
    </>
  );
}

function useInvoiceColumns(): Column<ExchangeInvoice>[] {
  const { t } = useTranslation("supply");
  return useMemo(
    () => [
      {
        id: "exchange",
        header: t("invoices.column.exchange"),
        narrow: "title",
        cell: (row) => <Link to={`${exchangeInvoicesPath}/${row.id}`}>{row.exchange}</Link>,
      },
      { id: "month", header: t("invoices.column.month"), cell: ({ month }) => formatMonth(`${month}-01`) },
      { id: "state", header: t("invoices.column.state"), cell: ({ state }) => <InvoiceState state={state} /> },
      {
        id: "revision",
        header: t("invoices.column.revision"),
        align: "right",
        cell: ({ revision }) => formatNumber(revision),
      },
      { id: "lines", header: t("invoices.column.lines"), align: "right", cell: ({ lines }) => formatNumber(lines) },
      {
        id: "imported",
        header: t("invoices.column.imported"),
        cell: ({ imported_at }) => formatDateTime(imported_at),
      },
    ],
    [t],
  );
}
