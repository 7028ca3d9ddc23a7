import { addPlacementTraffic } from "@litfass/adserver/index";
import { placementOfImp } from "@litfass/contract/adserver/placement-snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";

const hourMs = 3_600_000;
const seed = 20_260_102;
/** Requests of the tag without a fitting campaign, for each one with an ad. */
const unfilled = 0.45;

/** Counts the requests of the demo publisher's tag by hour, which have no events of their own. */
export function newRequests() {
  const random = seededRandom(seed);
  const hours = new Map<number, Map<number, { requests: number; ads: number }>>();
  return {
    /** The same events, of which each impression of a placement is a request. */
    *counted(events: Iterable<NewAdEvent>): Generator<NewAdEvent> {
      for (const event of events) {
        const placement = event.kind === "impression" ? placementOfImp(event.imp_id) : null;
        if (placement !== null) {
          const hour = Math.floor(Date.parse(event.at) / hourMs);
          const placements = hours.get(hour) ?? new Map<number, { requests: number; ads: number }>();
          const count = placements.get(placement) ?? { requests: 0, ads: 0 };
          count.ads += 1;
          count.requests += random.number() < unfilled ? 2 : 1;
          hours.set(hour, placements.set(placement, count));
        }
        yield event;
      }
    },
    /** Saves them, as an ad server does every few seconds. */
    async save(db: Executor): Promise<void> {
      for (const [hour, placements] of hours) {
        const counts = [...placements].map(([placementId, count]) => ({ placementId, ...count, fallbackAds: 0 }));
        await addPlacementTraffic(db, counts, new Date(hour * hourMs));
      }
    },
  };
}
