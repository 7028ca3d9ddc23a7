import type { BidRequest } from "../exchange/bid-request.ts";
import type { Faults } from "./faults.ts";

const tooShortMs = 5;

/** The body of a bid request with the injected faults. */
export function faultyRequest(request: BidRequest, faults: Faults): string {
  const changed: BidRequest & { source?: unknown } = { ...request };
  if (faults.has("short_time_limit")) changed.tmax = tooShortMs;
  if (faults.has("foreign_currency")) changed.cur = ["XTS"];
  if (faults.has("no_supply_chain")) changed.source = {};
  if (faults.has("broken_supply_chain")) {
    changed.source = {
      schain: { ver: "1.0", complete: 1, nodes: [{ asi: "another-exchange.example", sid: "1", hp: 1 }] },
    };
  }
  const body = JSON.stringify(changed);
  return faults.has("unreadable_requests") ? body.slice(0, -1) : body;
}
