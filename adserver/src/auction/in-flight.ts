const seconds = 60;

/** Bids without a known outcome by second; after a minute they are considered lost. */
export type InFlight = { bySecond: Uint32Array; total: number; second: number };

export const newInFlight = (): InFlight => ({ bySecond: new Uint32Array(seconds), total: 0, second: 0 });

export function noteBid(flight: InFlight, nowMs: number): void {
  const second = Math.floor(nowMs / 1000);
  expire(flight, second);
  addBids(flight, second, 1);
  flight.total++;
}

/** The bid made at `bidMs` was charged or lost. */
export function noteOutcome(flight: InFlight, bidMs: number, nowMs: number): void {
  const second = Math.floor(bidMs / 1000);
  expire(flight, Math.floor(nowMs / 1000));
  if (flight.second - second >= seconds || flight.bySecond[second % seconds] === 0) return;
  addBids(flight, second, -1);
  flight.total--;
}

function addBids({ bySecond }: InFlight, second: number, bids: number): void {
  const at = second % seconds;
  bySecond[at] = (bySecond[at] ?? 0) + bids;
}

export function openBids(flight: InFlight, nowMs: number): number {
  expire(flight, Math.floor(nowMs / 1000));
  return flight.total;
}

function expire(flight: InFlight, second: number): void {
  const passed = second - flight.second;
  if (passed <= 0) return;
  if (passed >= seconds) {
    flight.bySecond.fill(0);
    flight.total = 0;
  } else {
    for (let s = flight.second + 1; s <= second; s++) {
      flight.total -= flight.bySecond[s % seconds] ?? 0;
      flight.bySecond[s % seconds] = 0;
    }
  }
  flight.second = second;
}
