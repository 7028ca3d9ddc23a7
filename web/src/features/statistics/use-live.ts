import type { EndpointName } from "@litfass/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Without the stream panels are fetched this often; with it, this often all the same, as the net below it. */
const pollMs = 4_000;
const netMs = 60_000;
/** The figures of the period follow at once, the panels below them more calmly. */
const fastMs = 1_000;
const slowMs = 12_000;
/** After a refusal, such as too many windows. */
const tryAgainMs = 30_000;

const fast: EndpointName[] = ["showStatistics"];
const slow: EndpointName[] = [
  "listStatisticsTable",
  "showImpressionsBy",
  "showReach",
  "showTraffic",
  "showPlayerErrors",
];

/** Whether a question asks for days that are not over; the days before a period no longer change. */
export function asksForNow(queryKey: readonly unknown[], lastDay: string): boolean {
  const { query } = (queryKey[1] ?? {}) as { query?: { to?: string } };
  return query?.to === undefined || query.to >= lastDay;
}

/**
 * Follows the server's events while `live` and in view: figures of the period up to `lastDay` are fetched anew as soon as
 * there are new ones.
 * @returns how often panels fetch on their own.
 */
export function useLive(live: boolean, lastDay: string): number | false {
  const client = useQueryClient();
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    if (!live) return;
    let stream: EventSource | undefined;
    let again: number | undefined;
    const refreshFast = atMostEvery(fastMs, () => refresh(fast));
    const refreshSlow = atMostEvery(slowMs, () => refresh(slow));
    function refresh(names: EndpointName[]): void {
      for (const name of names) {
        const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => asksForNow(queryKey, lastDay);
        void client.invalidateQueries({ queryKey: [name], predicate });
      }
    }
    function open(): void {
      close();
      stream = new EventSource("/api/v1/statistics/live");
      stream.addEventListener("ready", () => setConnected(true));
      stream.addEventListener("figures", () => {
        refreshFast.call();
        refreshSlow.call();
      });
      stream.addEventListener("error", () => {
        setConnected(false);
        if (stream?.readyState === EventSource.CLOSED) again = window.setTimeout(open, tryAgainMs);
      });
    }
    function close(): void {
      window.clearTimeout(again);
      stream?.close();
      stream = undefined;
      setConnected(false);
    }
    function look(): void {
      if (document.hidden) close();
      else if (!stream) open();
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      close();
      refreshFast.stop();
      refreshSlow.stop();
    };
  }, [client, live, lastDay]);

  return live && (connected ? netMs : pollMs);
}

/** Calls at once, and what comes within the time together at its end. */
function atMostEvery(ms: number, act: () => void): { call(): void; stop(): void } {
  let timer: number | undefined;
  let waits = false;
  function call(): void {
    if (timer !== undefined) {
      waits = true;
      return;
    }
    act();
    timer = window.setTimeout(() => {
      timer = undefined;
      if (!waits) return;
      waits = false;
      call();
    }, ms);
  }
  return { call, stop: () => window.clearTimeout(timer) };
}
