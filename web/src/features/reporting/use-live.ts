import type { EndpointName } from "@litfass/contract/index";
import { liveWaits } from "@litfass/contract/kernel/live-waits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { throttleAsync } from "./throttle-async.ts";

/** The polling interval without the stream, and the fallback interval with it. */
const pollMs = 4_000;
const fallbackPollMs = 60_000;
/** The period's figures update immediately, the panels below less often. */
const slowMs = 12_000;
/** The delay before reconnecting after a rejection, such as too many windows. */
const reconnectMs = 30_000;

const fast: EndpointName[] = ["showStatistics", "showCampaignOverview", "showCampaign"];
const slow: EndpointName[] = [
  "listStatisticsTable",
  "showImpressionsBy",
  "showReach",
  "showTraffic",
  "showPlayerErrors",
];

/** Whether a query includes the current day; earlier days no longer change. */
export function includesToday(queryKey: readonly unknown[], lastDay: string): boolean {
  const { query } = (queryKey[1] ?? {}) as { query?: { to?: string } };
  return query?.to === undefined || query.to >= lastDay;
}

/**
 * Subscribes to the server's events while `live` and visible: figures of the period up to `lastDay` are refetched when
 * new ones arrive.
 * @returns the polling interval of the panels.
 */
export function useLive(live: boolean, lastDay: string): number | false {
  const client = useQueryClient();
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    if (!live) return;
    let stream: EventSource | undefined;
    let again: number | undefined;
    const refreshFast = throttleAsync(liveWaits.askMs, () => refresh(fast));
    // The panels are reading at this moment: the first event must not make them read again.
    const refreshSlow = throttleAsync(slowMs, () => refresh(slow), true);
    async function refresh(names: EndpointName[]): Promise<void> {
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => includesToday(queryKey, lastDay);
      await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name], predicate })));
    }
    function open(): void {
      close();
      stream = new EventSource("/api/v1/statistics/live");
      stream.addEventListener("ready", () => {
        setConnected(true);
        // Events between the panels' request and this subscription were missed: refetch once.
        refreshFast.call();
      });
      stream.addEventListener("figures", () => {
        refreshFast.call();
        refreshSlow.call();
      });
      stream.addEventListener("error", () => {
        setConnected(false);
        if (stream?.readyState === EventSource.CLOSED) again = window.setTimeout(open, reconnectMs);
      });
    }
    function close(): void {
      window.clearTimeout(again);
      stream?.close();
      stream = undefined;
      setConnected(false);
    }
    function followVisibility(): void {
      if (document.hidden) close();
      else if (!stream) open();
    }
    followVisibility();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      close();
      refreshFast.stop();
      refreshSlow.stop();
    };
  }, [client, live, lastDay]);

  return live && (connected ? fallbackPollMs : pollMs);
}
