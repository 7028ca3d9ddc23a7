import { sampleRequests } from "@litfass/adserver/testing/testing-bid-requests";
import { isBidResponse } from "@litfass/adserver/testing/testing-bid-response";
import { expect, inject, test } from "vitest";
import { bern, bidRequest } from "../support/bid-request.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeKey } from "../support/exchange-key.ts";

type Answer = { status: number; body: { id?: string; seatbid?: { bid: { impid: string }[] }[] } | null };

async function ask(request: object): Promise<Answer> {
  const response = await fetch(`${inject("demo").adsUrl}/openrtb2/sandbox/bid`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-openrtb-version": "2.6", "x-exchange-key": exchangeKey },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

/** The error of a response in one line; null if it is valid. */
function problemOf(id: string, { status, body }: Answer): string | null {
  if (status === 204) return body === null ? null : `${id}: 204 with a body`;
  if (status !== 200) return `${id}: ${status}`;
  if (body?.id !== id) return `${id}: the answer's id is ${body?.id}`;
  return isBidResponse(body) ? null : `${id}: ${JSON.stringify(isBidResponse.errors?.slice(0, 3))}`;
}

test.each(sampleRequests)("$name: a valid OpenRTB 2.6 bid, or none", async ({ body }) => {
  const id = String(body.id);
  expect(problemOf(id, await ask(body))).toBeNull();
  // Test requests return the reason for no bid, so both kinds of responses are covered.
  expect(problemOf(id, await ask({ ...body, test: 1 }))).toBeNull();
});

test("slots of many kinds for a reader in Bern get bids for these slots only", async () => {
  const askForAll = async () => {
    let bids = 0;
    for (const { name, body: sample } of sampleRequests) {
      const request = { ...bidRequest(bern), id: String(sample.id), imp: sample.imp as { id: string }[] };
      const answer = await ask(request);
      expect([name, problemOf(request.id, answer)]).toEqual([name, null]);
      const slots = request.imp.map(({ id }) => String(id));
      const offered = (answer.body?.seatbid ?? []).flatMap(({ bid }) => bid.map(({ impid }) => impid));
      expect(slots).toEqual(expect.arrayContaining(offered));
      bids += offered.length;
    }
    return bids;
  };
  // Pacing skips some requests, so a single round may get no bid.
  await eventually("a bid", askForAll, (bids) => bids > 0);
});
