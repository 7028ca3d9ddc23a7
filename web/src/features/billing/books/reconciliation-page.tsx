import { withCurrency } from "@litfass/contract/kernel/thousands";
import { RefreshCw } from "lucide-react";
import type { CallResult } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import styles from "./books.module.css";
import { RefusedRefunds } from "./refused-refunds.tsx";

type Proof = CallResult<"showProof">;
type Check = Proof["checks"][number];
type Summary = CallResult<"listProofs">["data"][number];

/** The reconciliation of ledger, card processor, reservations, leases, delivery and invoices, current and past. */
export function ReconciliationPage() {
  const { t } = useTranslation("books");
  const state = useTableState({ perPage: 15, sort: "ran_at", direction: "desc" });
  const [params, change] = useQueryParams();
  const choose = (proof: string | null) => change({ proof });
  const list = useCall("listProofs", { query: { page: state.page, per_page: state.perPage } }, { keep: true });
  const newest = list.data?.data[0];
  const id = Number(params.get("proof")) || newest?.id;
  const proof = useCall("showProof", { params: { proof: id ?? 0 } }, { enabled: id !== undefined, keep: true });
  const run = useChange("runProof", ["listProofs"]);
  const checkColumns = useCheckColumns();

  async function prove() {
    try {
      const made = await run.mutateAsync({});
      choose(null);
      showSnackbar(t(made.is_equal ? "reconciliation.agrees" : "reconciliation.differs"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <>
      <PageHeading
        lead={proof.data && t("reconciliation.at", { at: formatDateTime(proof.data.ran_at) })}
        actions={
          <Button variant="primary" icon={RefreshCw} busy={run.isPending} onClick={() => void prove()}>
            {t("reconciliation.run")}
          </Button>
        }
      >
        {headingOf(t, list.data?.meta.total, proof.data)}
      </PageHeading>
      <div className={styles.cards}>
        <RefusedRefunds />
        {list.data?.meta.total !== 0 && (
          <Card flush title={t("reconciliation.checks")}>
            <DataTable
              caption={t("reconciliation.checks")}
              columns={checkColumns}
              rows={proof.data?.checks}
              rowKey={(row) => `${row.check} ${row.currency}`}
              error={proof.error ?? list.error}
              errorTitle={t("reconciliation.failed")}
              onRetry={() => void proof.refetch()}
              empty={<EmptyState title={t("reconciliation.none")}>{t("reconciliation.noneText")}</EmptyState>}
              top
            />
          </Card>
        )}
        <Card flush title={t("reconciliation.history")}>
          <ListTable
            caption={t("reconciliation.history")}
            columns={useHistoryColumns(id, choose)}
            list={list}
            rowKey={(row) => String(row.id)}
            state={state}
            pageSizes={[15, 30, 50, 100]}
            errorTitle={t("reconciliation.failed")}
            empty={<EmptyState title={t("reconciliation.none")}>{t("reconciliation.noneText")}</EmptyState>}
          />
        </Card>
      </div>
    </>
  );
}

function headingOf(
  t: ReturnType<typeof useTranslation<"books">>["t"],
  total: number | undefined,
  proof?: Proof,
): string {
  if (total === 0) return t("reconciliation.none");
  if (!proof) return t("reconciliation.title");
  const differing = proof.checks.filter((check) => !check.is_equal).length;
  if (differing === 0) return t("reconciliation.agrees");
  return t("reconciliation.heading", { count: differing, number: formatNumber(differing) });
}

function Result({ check }: { check: Pick<Check, "is_equal" | "is_unknown"> }) {
  const { t } = useTranslation("books");
  if (check.is_unknown) return <State shape="waiting">{t("reconciliation.unknown")}</State>;
  return check.is_equal ? (
    <State shape="on">{t("reconciliation.equal")}</State>
  ) : (
    <State shape="rejected">{t("reconciliation.unequal")}</State>
  );
}

function useCheckColumns(): Column<Check>[] {
  const { t } = useTranslation("books");
  const money = (row: Check, text: string) => (
    <span className={styles.amount}>{row.currency ? withCurrency(row.currency, text) : text}</span>
  );
  return [
    {
      id: "check",
      header: t("column.check"),
      narrow: "title",
      cell: (row) => (
        <>
          {t(`check.${row.check}`)}
          <span className={styles.under}>{t(`means.${row.check}`)}</span>
          <Differences check={row} />
        </>
      ),
    },
    { id: "left", header: t("column.left"), align: "right", cell: (row) => money(row, row.left_formatted) },
    { id: "right", header: t("column.right"), align: "right", cell: (row) => money(row, row.right_formatted) },
    {
      id: "difference",
      header: t("column.difference"),
      align: "right",
      cell: (row) => <span className={styles.strong}>{money(row, row.difference_formatted)}</span>,
    },
    {
      id: "state",
      header: t("column.state"),
      cell: (row) => (
        <span className={styles.line}>
          <Result check={row} />
        </span>
      ),
    },
  ];
}

/** The rows that differ, with the other system's names. */
function Differences({ check }: { check: Check }) {
  const { t } = useTranslation("books");
  if (check.rows.length === 0) return null;
  return (
    <ul className={styles.differences}>
      {check.rows.map((row) => (
        <li key={row.what}>
          {t("reconciliation.row", { what: row.what, left: row.left_formatted, right: row.right_formatted })}
        </li>
      ))}
      {check.more > 0 && <li>{t("reconciliation.more", { count: check.more, number: formatNumber(check.more) })}</li>}
    </ul>
  );
}

function useHistoryColumns(shown: number | undefined, choose: (id: string) => void): Column<Summary>[] {
  const { t } = useTranslation("books");
  return [
    {
      id: "ran_at",
      header: t("column.ranAt"),
      narrow: "title",
      cell: (row) => (
        <button
          type="button"
          className={styles.open}
          aria-current={row.id === shown || undefined}
          onClick={() => choose(String(row.id))}
        >
          {formatDateTime(row.ran_at)}
        </button>
      ),
    },
    { id: "by", header: t("column.askedBy"), cell: (row) => row.asked_by ?? t("reconciliation.daily") },
    {
      id: "result",
      header: t("column.state"),
      cell: (row) =>
        row.is_equal ? (
          <State shape="on">{t("reconciliation.equal")}</State>
        ) : (
          <State shape="rejected">
            {t("reconciliation.heading", { count: row.differing, number: formatNumber(row.differing) })}
          </State>
        ),
    },
  ];
}
