import type { BidRequest } from "./bid-request.ts";
import { type HttpClient, TimeoutError } from "./http-client.ts";

export type LinkState = "answering" | "away" | "unknown";

export type DeliveryLink = {
  state(): LinkState;
  /** False while the bidder is away and it is too early to try again. */
  isOpen(): boolean;
  /** Asks for bids. "none" is a no-bid. */
  ask(request: BidRequest): Promise<{ kind: "answer"; body: string } | { kind: "failure" | "late" | "none" }>;
};

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** So many late answers in a row count as away. */
const maxLate = 25;

/** The way to the bidder: held to the request's time limit, with growing pauses while nobody is there. */
export function deliveryLink(adsUrl: string, secret: string, http: HttpClient, nowMs: () => number): DeliveryLink {
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
    // Requests that were under way together fail together: that is one failure.
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
        const body = JSON.stringify(request);
        const answer = await http.ask(url, { method: "POST", headers, body, timeoutMs: request.tmax });
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
