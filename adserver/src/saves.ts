import type { Clock } from "@litfass/platform/clock";
import type { Database } from "@litfass/platform/postgres/postgres";
import { takeFunnel } from "./auction/funnel.ts";
import { takeUnrecorded } from "./auction/pacing/adjustments.ts";
import type { Adjustment } from "./auction/pacing/pacing.ts";
import { isHourOver, newTraffic } from "./auction/traffic-sample.ts";
import type { AdServer } from "./serving/ad-server.ts";
import { newBidAnswers } from "./serving/metrics/bid-outcomes.ts";
import { recordAdjustments } from "./sync/adjustment-sql.ts";
import { saveAppNames } from "./sync/apps/app-name-sql.ts";
import { addBidAnswers } from "./sync/bid-outcome-sql.ts";
import { listApprovedCreatives } from "./sync/creatives/approved-creative-sql.ts";
import { listReservedDeals } from "./sync/deals/reserved-deal-sql.ts";
import { saveExchangeOccurrences, saveExchangeTraffic } from "./sync/exchange-traffic-sql.ts";
import { addFunnel } from "./sync/funnel-sql.ts";
import { saveAdUnitTraffic, savePlacementTraffic } from "./sync/sync-placements.ts";
import { syncSellers } from "./sync/sync-sellers.ts";
import { saveTraffic } from "./sync/traffic-sql.ts";

type Options = {
  db: Database;
  process: string;
  clock: Clock;
  /** Defaults to the table. */
  recordAdjustments?: (adjustments: Adjustment[]) => Promise<void>;
};

/** What is saved to PostgreSQL periodically and when the process stops. */
export function savesOf({ db, process, clock, ...options }: Options, adServer: AdServer) {
  const { engine, metrics, exchangeTraffic } = adServer;
  const record = options.recordAdjustments ?? ((adjustments) => recordAdjustments(db, adjustments));
  const outcomes = newBidAnswers(metrics);
  const sync = syncSellers(db, engine.sellers);
  return {
    adjustments: () => record(takeUnrecorded(engine.adjustments)),
    async sellers(): Promise<void> {
      await sync(clock.now());
      engine.reservedDeals = await listReservedDeals(db);
      adServer.approvedCreatives = await listApprovedCreatives(db);
    },
    async funnel(): Promise<void> {
      await addFunnel(db, takeFunnel(engine), clock.now());
      const taken = outcomes.take();
      await addBidAnswers(db, taken, clock.now()).catch((error: unknown) => {
        outcomes.giveBack(taken);
        throw error;
      });
      await saveExchangeTraffic(db, exchangeTraffic, clock.now());
      await saveExchangeOccurrences(db, exchangeTraffic, clock.now());
      await savePlacementTraffic(db, adServer.placements, clock.now());
      await saveAppNames(db, adServer.appNames);
      await saveAdUnitTraffic(db, adServer.adUnits, clock.now());
    },
    async traffic(): Promise<void> {
      await saveTraffic(db, process, engine.traffic);
      await saveTraffic(db, process, engine.ownTraffic, "own");
      const nowMs = clock.now().getTime();
      if (isHourOver(engine.ownTraffic, nowMs)) engine.ownTraffic = newTraffic(nowMs);
      if (isHourOver(engine.traffic, nowMs)) engine.traffic = newTraffic(nowMs);
    },
  };
}
