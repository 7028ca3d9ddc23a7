import { RefreshCw } from "lucide-react";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatNumber, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { State } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { DataTable } from "../../ui/tables/data-table.tsx";
import { formatDuration } from "./format-duration.ts";
import { useProcessColumns } from "./process-columns.tsx";

type Status = CallResult<"showStatus">;
type Store = Status["stores"]["postgres"];

const refreshMs = 10_000;

/** What runs in this installation, in which version, and what is behind. */
export function StatusPage() {
  const { t } = useTranslation("operations");
  const { data, error, isFetching, refetch } = useCall(
    "showStatus",
    {},
    { everyMs: refreshMs, staleMs: 0, keep: true },
  );
  const columns = useProcessColumns();
  return (
    <>
      <PageHeading
        lead={t("status.lead")}
        actions={
          <Button icon={RefreshCw} onClick={() => void refetch()} disabled={isFetching}>
            {t("status.refresh")}
          </Button>
        }
      >
        {data ? headingOf(data, t) : t("status.title")}
      </PageHeading>
      {error && !data ? (
        <ErrorState title={t("status.failed")} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <Stack>
          {error && <Note tone="warn">{t("status.outdated", { time: formatTime(data.checked_at) })}</Note>}
          <Card flush>
            <Overview status={data} />
          </Card>
          <Card
            title={t("status.processes")}
            flush
            aside={t("status.asOf", { time: formatTime(data.checked_at), version: data.version })}
          >
            <DataTable
              caption={t("status.processes")}
              columns={columns}
              rows={data.processes}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t("status.none")}>{t("status.noneText")}</EmptyState>}
              top
            />
          </Card>
        </Stack>
      )}
    </>
  );
}

/** The number of problems. A process of another version is none: it is being upgraded. */
function headingOf(
  { processes, stores, jobs, open_spend, rates }: Status,
  t: ReturnType<typeof useTranslation<"operations">>["t"],
): string {
  const inTrouble = processes.filter(({ warnings }) => warnings.some((warning) => warning !== "other_version")).length;
  const down = [stores.postgres, stores.clickhouse].filter(({ version }) => version === null).length;
  const unused = Number(stores.replica !== null && stores.replica.problem !== null);
  const count = inTrouble + down + unused + Number(jobs.is_late) + Number(open_spend.is_overdue) + Number(rates.is_old);
  return count === 0 ? t("status.healthy") : t("status.problems", { count });
}

function Replica({ replica: { lag_ms, problem } }: { replica: NonNullable<Status["stores"]["replica"]> }) {
  const { t } = useTranslation("operations");
  const lag = lag_ms !== null && t("replica.detail", { age: formatDuration(lag_ms) });
  return (
    <Figure
      label={t("replica.title")}
      value={
        <State shape={problem === null ? "on" : "limited"}>
          {t(problem === null ? "replica.used" : `replica.${problem}`)}
        </State>
      }
      detail={problem === null || problem === "behind" ? lag : t("replica.primary")}
    />
  );
}

function Overview({ status: { stores, jobs, open_spend, rates } }: { status: Status }) {
  const { t } = useTranslation("operations");
  const store = (name: string, { version, answer_ms }: Store) => (
    <Figure
      label={name}
      value={
        <State shape={version === null ? "rejected" : "on"}>{t(version === null ? "store.down" : "store.up")}</State>
      }
      detail={version !== null && t("store.detail", { version, ms: formatNumber(answer_ms ?? 0) })}
    />
  );
  return (
    <Figures>
      {store("PostgreSQL", stores.postgres)}
      {store("ClickHouse", stores.clickhouse)}
      {stores.replica && <Replica replica={stores.replica} />}
      <Figure
        label={t("jobs.title")}
        value={<State shape={jobs.is_late ? "limited" : "on"}>{t(jobs.is_late ? "jobs.late" : "jobs.onTime")}</State>}
        detail={t(jobs.waiting === 0 ? "jobs.idle" : "jobs.detail", {
          waiting: formatNumber(jobs.waiting),
          age: formatDuration(jobs.oldest_due_ms),
          failed: formatNumber(jobs.failed),
        })}
      />
      <Figure
        label={t("openSpend.title")}
        value={
          <State shape={open_spend.is_overdue ? "limited" : "on"}>
            {t(open_spend.is_overdue ? "openSpend.overdue" : "openSpend.current")}
          </State>
        }
        detail={t(open_spend.overdue_ms === 0 ? "openSpend.none" : "openSpend.detail", {
          age: formatDuration(open_spend.overdue_ms),
        })}
      />
      <Figure
        label={t("rates.title")}
        value={<State shape={rates.is_old ? "limited" : "on"}>{t(rates.is_old ? "rates.old" : "rates.current")}</State>}
        detail={t("rates.detail", { date: formatDate(rates.as_of_on) })}
      />
    </Figures>
  );
}
