import type { Engine } from "../auction/engine.ts";
import { openBids } from "../auction/in-flight.ts";
import type { Counting } from "./trackers/event-of.ts";

/** Views follow an impression by a second or two, clicks of most visitors too. */
const quietMs = 2_500;

/** The bids of this process whose auctions may still be won: no impression and no loss is known, and they are not too old. */
export function openAds(engine: Engine): number {
  const nowMs = engine.clock.now().getTime();
  let open = 0;
  for (const { inFlight } of engine.states.values()) open += openBids(inFlight, nowMs);
  return open;
}

/** Whether calls for ads of this process are to be expected: for open or held ones, or because the last call was just now. */
export function hasOpenAds({ engine, held, lastCallMs }: Counting): boolean {
  return openAds(engine) > 0 || held.size > 0 || engine.clock.now().getTime() - lastCallMs < quietMs;
}
