import { withCurrency } from "@litfass/contract/kernel/thousands";
import type { ExchangeInvoiceLine } from "@litfass/contract/supply/exchange-invoices";
import { Check, Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatDateTime, formatDecimal, formatMonth, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./exchange-invoices.module.css";
import { exchangeInvoicesPath } from "./exchange-invoices-page.tsx";
import { InvoiceState } from "./invoice-state.tsx";

const amounts = ["invoiced", "booked", "difference"] as const;

/** One invoice of an exchange next to the booked cost, with the reasons of each difference. */
export function ExchangeInvoicePage() {
  const { t } = useTranslation("supply");
  const { invoice: param = "" } = useParams();
  const params = { invoice: Number(param) };
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const state = useTableState({ perPage: 30, sort: "day" });
  const only = onlyDifferences ? "true" : "false";
  const { data, error, refetch } = useCall("showExchangeInvoice", { params }, { staleMs: 0 });
  const lines = useCall(
    "listExchangeInvoiceLines",
    { params, query: { page: state.page, per_page: state.perPage, only_differences: only } },
    { keep: true },
  );
  const accept = useChange("approveExchangeInvoice", [
    "listExchangeInvoices",
    "showExchangeInvoice",
    "listExchangeInvoiceLines",
    "listApprovals",
  ]);

  async function confirm() {
    if (!data) return;
    try {
      const { approval } = await accept.mutateAsync({ params, body: { postings: data.postings }, idempotencyKey: key });
      showSnackbar(t(approval === null ? "invoices.accepted" : "invoices.asked"));
    } catch (problem) {
      showSnackbar(problemText(problem));
      void refetch();
    }
  }
  async function save() {
    try {
      const file = await call("exportExchangeInvoice", { params, query: { only_differences: only } });
      saveBlob(file, `exchange-invoice-${data?.exchange}-${data?.month}.csv`);
    } catch (problem) {
      showSnackbar(problemText(problem));
    }
  }
  const payable = data?.postings.map((each) => withCurrency(each.currency, formatDecimal(each.payable))).join(", ");
  return (
    <>
      <PageHeading
        back={{ to: exchangeInvoicesPath, label: t("invoices.title") }}
        actions={
          <Row>
            <Button icon={Download} onClick={() => void save()}>
              CSV
            </Button>
            {data?.state === "open" && (
              <Button icon={Check} variant="primary" busy={accept.isPending} onClick={() => setAsking(true)}>
                {t("invoices.accept")}
              </Button>
            )}
          </Row>
        }
      >
        {data ? `${data.exchange}, ${formatMonth(`${data.month}-01`)}` : t("invoices.title")}
      </PageHeading>
      {error && !data && <ErrorState title={t("invoices.failed")} error={error} onRetry={() => void refetch()} />}
      <Stack>
        {data && <InvoiceState state={data.state} />}
        {data && data.day_offset_hours !== 0 && <Note>{t("invoices.zone", { hours: data.day_offset_hours })}</Note>}
        {data?.totals.map(({ currency, ...total }) => (
          <Card flush key={currency}>
            <Figures>
              {amounts.map((each) => (
                <Figure
                  key={each}
                  label={t(`invoices.column.${each}`)}
                  unit={currency}
                  value={formatDecimal(total[each])}
                  tinted={each === "difference"}
                />
              ))}
            </Figures>
          </Card>
        ))}
        <Checkbox checked={onlyDifferences} onChange={(event) => setOnlyDifferences(event.target.checked)}>
          {t("invoices.onlyDifferences")}
        </Checkbox>
        <Card flush>
          <ListTable
            caption={t("invoices.title")}
            columns={useLineColumns()}
            list={lines}
            rowKey={(row) => `${row.day} ${row.currency} ${row.site} ${row.campaign}`}
            state={state}
            pageSizes={[15, 30, 50, 100]}
            errorTitle={t("invoices.failed")}
            empty={<EmptyState title={t("invoices.noLines")}>{t("invoices.noLinesText")}</EmptyState>}
          />
        </Card>
        {data && data.history.length > 1 && (
          <Card title={t("invoices.history")}>
            <ul className={styles.history}>
              {data.history.map(({ id, revision, state: revisionState, imported_at }) => (
                <li key={id}>
                  <Link to={`${exchangeInvoicesPath}/${id}`} aria-current={id === data.id ? "page" : undefined}>
                    {t("invoices.revision", { number: revision, date: formatDateTime(imported_at) })}
                  </Link>
                  <InvoiceState state={revisionState} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={t("invoices.ask")}
        lead={t("invoices.means", { amounts: payable ?? "" })}
        action={t("invoices.accept")}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function useLineColumns(): Column<ExchangeInvoiceLine>[] {
  const { t } = useTranslation("supply");
  return useMemo(() => {
    const amount = (id: (typeof amounts)[number]): Column<ExchangeInvoiceLine> => ({
      id,
      header: t(`invoices.column.${id}`),
      align: "right",
      cell: (row) => <span className={styles.exact}>{withCurrency(row.currency, formatDecimal(row[id]))}</span>,
    });
    return [
      { id: "day", header: t("invoices.column.day"), narrow: "title", cell: ({ day }) => formatDate(day) },
      { id: "site", header: t("invoices.column.site"), cell: ({ site }) => site || "–" },
      { id: "campaign", header: t("invoices.column.campaign"), cell: ({ campaign }) => campaign || "–" },
      {
        id: "impressions",
        header: t("invoices.column.impressions"),
        align: "right",
        cell: ({ impressions }) => formatNumber(impressions),
      },
      {
        id: "booked_impressions",
        header: t("invoices.column.bookedImpressions"),
        align: "right",
        cell: (row) => formatNumber(row.booked_impressions),
      },
      amount("invoiced"),
      amount("booked"),
      amount("difference"),
      {
        id: "reasons",
        header: t("invoices.column.reasons"),
        cell: ({ parts }) => (
          <ul className={styles.reasons}>
            {parts.map(({ reason, amount }) => (
              <li key={reason}>
                {t(`invoices.reason.${reason}`)} <span className={styles.exact}>{formatDecimal(amount)}</span>
              </li>
            ))}
          </ul>
        ),
      },
    ];
  }, [t]);
}
