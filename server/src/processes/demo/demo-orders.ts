import { recordConversion } from "@litfass/adserver/index";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import type { Platform } from "@litfass/platform/platform";
import { seededRandom } from "@litfass/platform/random";
import type { PastCampaign } from "./demo-history.ts";

const seed = 20_260_103;
const longestMs = 2 * 86_400_000;
const clickBytes = 12;
const microsPerHundredth = 10_000n;

/** Orders on the sites of the demo's advertisers, some hours after clicks of the past. */
export function newOrders({ demo, id }: PastCampaign) {
  // Random numbers of its own: the history stays the same whatever is ordered.
  const random = seededRandom(seed + id);
  const orders: { event: NewAdEvent; at: Date; value: number }[] = [];
  return {
    /** The same events. */
    *noted(events: Iterable<NewAdEvent>): Generator<NewAdEvent> {
      for (const event of events) {
        const isClick = event.kind === "click" && event.invalid === "";
        if (isClick && demo.converted !== undefined && random.number() < demo.converted.share) {
          const at = new Date(Date.parse(event.at) + Math.ceil(random.number() ** 3 * longestMs));
          orders.push({ event, at, value: demo.converted.value * (1 + Math.floor(random.number() * 3)) });
        }
        yield event;
      }
    },
    /** Reports them as ad servers do. */
    async save({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
      const now = clock.now();
      for (const [number, { event, at, value }] of orders.entries()) {
        if (at > now) continue;
        await recordConversion(db, {
          click: {
            campaignId: id,
            creativeUuid: event.creative_uuid,
            site: event.site,
            atMs: Date.parse(event.at),
            isTest: false,
            nonce: random.bytes(clickBytes),
          },
          at,
          valueMicros: BigInt(Math.round(value * 100)) * microsPerHundredth,
          currency: event.currency,
          order: `demo-${id}-${number}`,
        });
      }
    },
  };
}
