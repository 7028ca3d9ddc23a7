import { withCurrency } from "@litfass/contract/kernel/thousands";
import { Download } from "lucide-react";
import { useState } from "react";
import { type CallResult, call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { useCall } from "../../../api/use-call.ts";
import { countryName, formatMonth, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { SelectButton } from "../../../ui/inputs/select-button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import styles from "./books.module.css";
import { type Period, periodsOn } from "./periods.ts";

type Books = CallResult<"showBooks">;

/** The operator's books of a period: revenue by delivery, open balances, VAT, and the journal export. */
export function BooksPage() {
  const { t } = useTranslation("books");
  const periods = periodsOn(todayOn());
  const [params, change] = useQueryParams();
  const period = periods.find(({ value }) => value === params.get("period")) ?? periods[0]!;
  const nameOf = ({ value, from }: Period): string => {
    if (value.includes("Q")) return t("quarter", { quarter: value.slice(-1), year: value.slice(0, 4) });
    return value.length === 4 ? value : formatMonth(from);
  };
  const books = useCall("showBooks", { query: { from: period.from, to: period.to } }, { keep: true });
  const table = { error: books.error, errorTitle: t("failed"), onRetry: () => void books.refetch() };

  return (
    <>
      <PageHeading lead={t("lead")} actions={<Journal period={period} />}>
        {t("heading", { period: nameOf(period) })}
      </PageHeading>
      <div className={styles.filters}>
        <SelectButton
          label={t("period")}
          prefix={`${t("period")}:`}
          options={periods.map((each) => ({ value: each.value, label: nameOf(each) }))}
          value={period.value}
          onChange={(value) => change({ period: value })}
        />
      </div>
      <div className={styles.cards}>
        {books.data && <Totals books={books.data} />}
        <Card flush title={t("revenue.title")}>
          <DataTable
            {...table}
            caption={t("revenue.title")}
            columns={useRevenueColumns()}
            rows={books.data?.revenue}
            rowKey={(row) => `${row.month} ${row.currency}`}
            empty={<EmptyState title={t("revenue.none")}>{t("revenue.noneText")}</EmptyState>}
          />
        </Card>
        <Card flush title={t("vat.title")}>
          <DataTable
            {...table}
            caption={t("vat.title")}
            columns={useVatColumns()}
            rows={books.data?.vat}
            rowKey={(row) => `${row.country} ${row.currency} ${row.rate}`}
            empty={<EmptyState title={t("vat.none")}>{t("vat.noneText")}</EmptyState>}
          />
        </Card>
        <Card flush title={t("balances.title")}>
          <DataTable
            {...table}
            caption={t("balances.title")}
            columns={useBalanceColumns()}
            rows={books.data?.largest_balances}
            rowKey={(row) => `${row.user} ${row.currency}`}
            empty={<EmptyState title={t("balances.none")}>{t("balances.noneText")}</EmptyState>}
          />
        </Card>
      </div>
    </>
  );
}

/** The key figures: revenue and liabilities per currency. */
function Totals({ books }: { books: Books }) {
  const { t } = useTranslation("books");
  return (
    <Card flush>
      <Figures>
        {books.revenue_total.map((each) => (
          <Figure
            key={`revenue ${each.currency}`}
            label={t("figure.revenue")}
            unit={each.currency}
            value={each.amount_formatted}
            detail={t("figure.revenueDetail")}
            tinted
          />
        ))}
        {books.balances.map((each) => (
          <Figure
            key={`balance ${each.currency}`}
            label={t("figure.owed")}
            unit={each.currency}
            value={each.total_formatted}
            detail={t("figure.owedDetail", {
              available: each.available_formatted,
              reserved: each.reserved_formatted,
              count: each.customers,
              number: formatNumber(each.customers),
            })}
          />
        ))}
      </Figures>
    </Card>
  );
}

/** The journal as a file for the accountants' own software. */
function Journal({ period: { from, to } }: { period: Period }) {
  const { t } = useTranslation("books");
  const [busy, setBusy] = useState<"csv" | "xlsx" | null>(null);
  async function save(format: "csv" | "xlsx") {
    setBusy(format);
    try {
      saveBlob(await call("exportJournal", { query: { from, to, format } }), `journal-${from}-${to}.${format}`);
    } catch (error) {
      showSnackbar(problemText(error));
    } finally {
      setBusy(null);
    }
  }
  return (
    <>
      <Button icon={Download} busy={busy === "csv"} onClick={() => void save("csv")}>
        {t("journal.csv")}
      </Button>
      <Button icon={Download} busy={busy === "xlsx"} onClick={() => void save("xlsx")}>
        {t("journal.excel")}
      </Button>
    </>
  );
}

const amount = (currency: string, text: string) => (
  <span className={styles.amount}>{withCurrency(currency, text)}</span>
);

function useRevenueColumns(): Column<Books["revenue"][number]>[] {
  const { t } = useTranslation("books");
  return [
    { id: "month", header: t("column.month"), narrow: "title", cell: (row) => formatMonth(`${row.month}-01`) },
    {
      id: "amount",
      header: t("column.delivered"),
      align: "right",
      cell: (row) => amount(row.currency, row.amount_formatted),
    },
  ];
}

function useVatColumns(): Column<Books["vat"][number]>[] {
  const { t } = useTranslation("books");
  return [
    { id: "country", header: t("column.country"), narrow: "title", cell: (row) => countryName(row.country) },
    { id: "rate", header: t("column.rate"), align: "right", cell: (row) => row.rate_formatted },
    {
      id: "documents",
      header: t("column.documents"),
      align: "right",
      cell: (row) => t("documents", { invoices: formatNumber(row.invoices), notes: formatNumber(row.credit_notes) }),
    },
    { id: "net", header: t("column.net"), align: "right", cell: (row) => amount(row.currency, row.net_formatted) },
    { id: "vat", header: t("column.vat"), align: "right", cell: (row) => amount(row.currency, row.vat_formatted) },
    {
      id: "gross",
      header: t("column.gross"),
      align: "right",
      cell: (row) => <span className={styles.strong}>{amount(row.currency, row.gross_formatted)}</span>,
    },
  ];
}

function useBalanceColumns(): Column<Books["largest_balances"][number]>[] {
  const { t } = useTranslation("books");
  return [
    { id: "user", header: t("column.customer"), narrow: "title", cell: (row) => row.user_name },
    {
      id: "amount",
      header: t("column.owed"),
      align: "right",
      cell: (row) => <span className={styles.strong}>{amount(row.currency, row.amount_formatted)}</span>,
    },
  ];
}
