import type { Faults } from "../faults/faults.ts";
import { faultyRequest } from "../faults/faulty-request.ts";
import type { BidRequest } from "./bid-request.ts";
import { type HttpClient, TimeoutError } from "./http-client.ts";

export type LinkState = "answering" | "away" | "unknown";

export type DeliveryLink = {
  state(): LinkState;
  /** False while the bidder is down and it is too early to retry. */
  isOpen(): boolean;
  /** Requests bids. "none" is a no-bid. */
  ask(request: BidRequest): Promise<{ kind: "answer"; body: string } | { kind: "failure" | "late" | "none" }>;
};

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** This many consecutive late responses count as down. */
const maxLate = 25;

/** The connection to the bidder: enforces the request's time limit, with increasing pauses while it is down. */
export function deliveryLink(
  adsUrl: string,
  secret: string,
  http: HttpClient,
  nowMs: () => number,
  faults: Faults,
): DeliveryLink {
  const url = `${adsUrl}/openrtb2/sandbox/bid`;
  const headers = {
    "content-type": "application/json",
    "x-openrtb-version": "2.6",
    ...(secret === "" ? {} : { "x-exchange-key": secret }),
  };
  let state: LinkState = "unknown";
  let pauseMs = firstPauseMs;
  let openAt = 0;
  let late = 0;
  const fail = (): void => {
    // Concurrent requests fail together: that counts as one failure.
    if (nowMs() < openAt) return;
    state = "away";
    openAt = nowMs() + pauseMs;
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  return {
    state: () => state,
    isOpen: () => nowMs() >= openAt,
    async ask(request) {
      try {
        const body = faultyRequest(request, faults);
        const sent = faults.has("wrong_secret") ? { ...headers, "x-exchange-key": "another" } : headers;
        const answer = await http.ask(url, { method: "POST", headers: sent, body, timeoutMs: request.tmax });
        if (answer.status >= 400) {
          fail();
          return { kind: "failure" };
        }
        state = "answering";
        pauseMs = firstPauseMs;
        late = 0;
        return answer.status === 204 || answer.body === "" ? { kind: "none" } : { kind: "answer", body: answer.body };
      } catch (error) {
        if (!(error instanceof TimeoutError)) {
          fail();
          return { kind: "failure" };
        }
        late += 1;
        if (late >= maxLate) fail();
        return { kind: "late" };
      }
    },
  };
}
