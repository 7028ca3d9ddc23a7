import { type Span, tracer } from "@litfass/platform/tracing/tracing";
import type { answerBid } from "./answer-bid.ts";
import type { HttpResponse } from "./http-message.ts";

/** One bid request in this many is traced: a span takes longer than the decision on most requests. */
export const bidsPerTrace = 1_000;

/** The function that answers bid requests with a trace of some of them. Without tracing it is the given one. */
export function traceSomeBids(answer: typeof answerBid): typeof answerBid {
  const traces = tracer();
  if (traces === null) return answer;
  let requests = 0;
  return (adServer, exchange, request) => {
    requests += 1;
    if (requests % bidsPerTrace !== 1) return answer(adServer, exchange, request);
    // A trace of the exchange is not continued: what it samples would decide what we send.
    const attributes = { "litfass.exchange": exchange.name };
    const span = traces.start("bid", { kind: "server", isRoot: true, attributes });
    try {
      const response = span.within(() => answer(adServer, exchange, request));
      if (response instanceof Promise) return endLater(span, response);
      return ended(span, response);
    } catch (error) {
      span.end(error);
      throw error;
    }
  };
}

function ended(span: Span, response: HttpResponse): HttpResponse {
  span.set({ "http.response.status_code": response.status });
  span.end();
  return response;
}

const endLater = (span: Span, response: Promise<HttpResponse>): Promise<HttpResponse> =>
  response.then(
    (answered) => ended(span, answered),
    (error: unknown) => {
      span.end(error);
      throw error;
    },
  );
