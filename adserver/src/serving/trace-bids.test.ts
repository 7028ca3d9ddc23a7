import { type Attributes, type Span, setTracer, type Tracer } from "@litfass/platform/tracing/tracing";
import { afterEach, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { answerBid } from "./answer-bid.ts";
import type { HttpResponse } from "./http-message.ts";
import { bidsPerTrace, traceSomeBids } from "./trace-bids.ts";

type Recorded = { name: string; attributes: Attributes; ends: unknown[] };

afterEach(() => setTracer(null));

/** A tracer that records its spans. */
function recordingTracer(): Recorded[] {
  const spans: Recorded[] = [];
  const recording: Tracer = {
    start(name, options = {}) {
      const span: Recorded = { name, attributes: { ...options.attributes }, ends: [] };
      spans.push(span);
      return {
        within: (run) => run(),
        set: (more) => {
          span.attributes = { ...span.attributes, ...more };
        },
        end: (error) => void span.ends.push(error),
      } satisfies Span;
    },
    isInside: () => false,
    headers: () => ({}),
    close: async () => {},
  };
  setTracer(recording);
  return spans;
}

test("without tracing, bids are answered by the same function", () => {
  expect(traceSomeBids(answerBid)).toBe(answerBid);
});

test("one bid request in a thousand is a span with its exchange and status", async () => {
  const spans = recordingTracer();
  const adServer = testAdServer([testSnapshot()]);
  for (let at = 0; at < bidsPerTrace; at++) await adServer.bid(testRequest());
  expect(spans).toEqual([
    {
      name: "bid",
      attributes: { "litfass.exchange": "sandbox", "http.response.status_code": 200 },
      ends: [undefined],
    },
  ]);
  await adServer.bid(testRequest());
  expect(spans).toHaveLength(2);
});

test("the span of a bid that waits for the shared frequency count ends with its answer, also a failed one", async () => {
  const spans = recordingTracer();
  const exchange = { name: "sandbox" } as never;
  let answerNow: (response: HttpResponse) => void = () => {};
  const waiting = traceSomeBids(
    () =>
      new Promise((resolve) => {
        answerNow = resolve;
      }),
  );
  const answer = waiting({} as never, exchange, {} as never);
  expect(spans[0]?.ends).toEqual([]);
  answerNow({ status: 204 } as HttpResponse);
  await answer;
  expect(spans[0]).toMatchObject({ attributes: { "http.response.status_code": 204 }, ends: [undefined] });
  const failure = new Error("failed");
  await expect(traceSomeBids(() => Promise.reject(failure))({} as never, exchange, {} as never)).rejects.toBe(failure);
  const throwing = traceSomeBids(() => {
    throw failure;
  });
  expect(() => throwing({} as never, exchange, {} as never)).toThrow(failure);
  expect(spans.slice(1).map(({ ends }) => ends)).toEqual([[failure], [failure]]);
});
