import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { expect, inject, test } from "vitest";
import { exchangeKey } from "../support/exchange-key.ts";

const folder = path.resolve(import.meta.dirname, "../../../shared/data/openrtb");
const requestsFile = path.join(folder, "requests.ndjson");
const isThere = existsSync(requestsFile);
if (!isThere) console.log(`2 tests skipped: ${requestsFile} is not there`);

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json | null };

const requests: Json[] = isThere
  ? readFileSync(requestsFile, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Json)
  : [];

async function ask(request: Json): Promise<Answer> {
  const response = await fetch(`${inject("house").adsUrl}/openrtb2/sandbox/bid`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-openrtb-version": "2.6", "x-exchange-key": exchangeKey },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as Json) };
}

/** What is wrong with an answer, in one line; null where nothing is. */
function newJudge(): (request: Json, answer: Answer) => string | null {
  const schema = JSON.parse(readFileSync(path.join(folder, "openrtb26-Resp.schema.json"), "utf8")) as Json;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  return (request, { status, body }) => {
    const id = String(request.id);
    if (status === 204) return body === null ? null : `${id}: 204 with a body`;
    if (status !== 200) return `${id}: ${status}`;
    if (body?.id !== request.id) return `${id}: the answer's id is ${body?.id}`;
    return validate(body) ? null : `${id}: ${JSON.stringify(validate.errors?.slice(0, 3))}`;
  };
}

test.skipIf(!isThere)("every recorded bid request gets a bid that the OpenRTB 2.6 schema knows, or none", async () => {
  const judge = newJudge();
  expect(requests).toHaveLength(252);
  const problems: string[] = [];
  for (const request of requests) {
    // An answer to a test request says why there is no bid, so both kinds of answers are seen.
    for (const variant of [request, { ...request, test: 1 }]) {
      const problem = judge(variant, await ask(variant));
      if (problem) problems.push(problem);
    }
  }
  expect(problems).toEqual([]);
});

const bern = { country: "CHE", region: "BE", city: "Bern", zip: "3011", lat: 46.9481, lon: 7.4474 };

test.skipIf(!isThere)(
  "the recorded slots asked for a reader in Bern get bids for slots that were asked for",
  async () => {
    const judge = newJudge();
    const problems: string[] = [];
    let bids = 0;
    for (const recorded of requests.filter(({ imp }) => Array.isArray(imp))) {
      const request = {
        id: recorded.id,
        imp: recorded.imp,
        cur: ["CHF", "USD", "EUR"],
        site: {
          domain: "journey-news.example",
          cat: ["IAB8", "IAB12"],
          keywords: "bern,recipes,news",
          content: { language: "de" },
        },
        device: {
          ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
          devicetype: 2,
          language: "de",
          geo: bern,
        },
        user: { id: `reader-${bids}` },
        regs: { gdpr: 0 },
      };
      const answer = await ask(request);
      const problem = judge(request, answer);
      if (problem) problems.push(problem);
      const slots = new Set((recorded.imp as Json[]).map(({ id }) => id));
      const seats = (answer.body?.seatbid ?? []) as { bid: { impid: string }[] }[];
      for (const { impid } of seats.flatMap(({ bid }) => bid)) {
        bids += 1;
        if (!slots.has(impid)) problems.push(`${request.id}: a bid for ${impid}`);
      }
    }
    expect(problems).toEqual([]);
    expect(bids).toBeGreaterThan(0);
  },
);
