import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import text from "../../ui/layout/text.module.css";
import type { Column } from "../../ui/tables/data-table.tsx";
import { formatDuration } from "./format-duration.ts";

type Process = CallResult<"showStatus">["processes"][number];

/** Nothing to show: the process has no such thing. */
const none = "–";

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <br />
      <small className={text.caption}>{second}</small>
    </>
  );
}

/** The columns of the list of processes. */
export function useProcessColumns(): Column<Process>[] {
  const { t } = useTranslation("operations");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.process"),
        width: 170,
        narrow: "title",
        cell: ({ kind, host }) => <Lines first={t(`kind.${kind}`)} second={host} />,
      },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ warnings }) => (
          <State
            shape={shapeOf(warnings)}
            detail={warnings.length > 0 && warnings.map((warning) => t(`warning.${warning}`)).join(" ")}
          >
            {t(`state.${stateOf(warnings)}`)}
          </State>
        ),
      },
      { id: "version", header: t("column.version"), cell: ({ version }) => version },
      { id: "started", header: t("column.started"), cell: ({ started_at }) => formatDateTime(started_at) },
      { id: "seen", header: t("column.seen"), cell: ({ seen_at }) => formatDateTime(seen_at) },
      {
        id: "clock",
        header: t("column.clock"),
        align: "right",
        cell: ({ clock_skew_seconds }) => formatDuration(Math.abs(clock_skew_seconds) * 1000),
      },
      {
        id: "snapshots",
        header: t("column.snapshots"),
        align: "right",
        cell: ({ snapshot_age_ms }) =>
          snapshot_age_ms === null ? none : t("ago", { age: formatDuration(snapshot_age_ms) }),
      },
      {
        id: "journal",
        header: t("column.journal"),
        align: "right",
        cell: ({ journal }) =>
          journal === null
            ? none
            : t("journal", { events: formatNumber(journal.events), age: formatDuration(journal.oldest_age_ms) }),
      },
    ],
    [t],
  );
}

type Health = "healthy" | "attention" | "failing";

function stateOf(warnings: Process["warnings"]): Health {
  if (warnings.includes("lost") || warnings.includes("not_ready")) return "failing";
  return warnings.length > 0 ? "attention" : "healthy";
}

const shapes: Record<Health, StateShape> = { healthy: "on", attention: "limited", failing: "rejected" };
const shapeOf = (warnings: Process["warnings"]): StateShape => shapes[stateOf(warnings)];
