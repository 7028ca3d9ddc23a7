import { readFileSync } from "node:fs";
import path from "node:path";
import { testAdServer, testRequest, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { Ajv, type ValidateFunction } from "ajv";
import { expect } from "vitest";
import { openMarket, sampleRequests } from "../../sandbox/src/exchange/bid-request.ts";
import { conformance } from "./samples.ts";

type Slot = { id?: string; pmp?: { deals?: { id: string }[] } };

const linesOf = (folder: string): string[] =>
  readFileSync(path.join(folder, "requests.ndjson"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

const schemaOf = (folder: string, name: "Req" | "Resp"): ValidateFunction =>
  new Ajv({ strict: false, logger: false, allErrors: true }).compile(
    JSON.parse(readFileSync(path.join(folder, `openrtb26-${name}.schema.json`), "utf8")),
  );

const slotsOf = (line: string): Slot[] => {
  const { imp } = JSON.parse(line) as { imp?: unknown };
  return Array.isArray(imp) ? (imp as Slot[]) : [];
};

const everyFormat = () => {
  const [first] = testSnapshot().creatives;
  const sizes = ["300x250", "300x600", "728x90", "160x600", "640x360"];
  const creatives = sizes.map((format, at) => {
    const [width = 0, height = 0] = format.split("x").map(Number);
    const film = format === "640x360" ? { kind: "video" as const, durationSeconds: 15 } : {};
    return { ...first!, uuid: `7f0cfb4a-0000-4000-8000-00000000000${at}`, format, width, height, ...film };
  });
  return testSnapshot({ creatives });
};

conformance("recorded bid requests get valid answers", "openrtb", async (folder) => {
  const examples = JSON.parse(readFileSync(path.join(folder, "openrtb-2.6-examples.json"), "utf8")) as {
    body: unknown;
  }[];
  const validate = schemaOf(folder, "Resp");
  const { bid, clock } = testAdServer([everyFormat()]);
  const bodies = [...linesOf(folder), ...examples.map(({ body }) => JSON.stringify(body))];
  let bids = 0;
  for (const line of bodies) {
    for (const text of [line, JSON.stringify({ ...JSON.parse(line), test: 1 })]) {
      const { status, body } = await bid(text);
      expect([200, 204], line).toContain(status);
      if (status === 200) expect(validate(body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      bids += body?.seatbid?.length ?? 0;
    }
    clock.advance(5_000);
  }
  expect(bids).toBeGreaterThan(0);
  return bodies.length;
});

conformance(
  "recorded slots asked for a reader of a known site get bids for these slots only",
  "openrtb",
  async (folder) => {
    const validate = schemaOf(folder, "Resp");
    const lines = linesOf(folder).filter((line) => slotsOf(line).length > 0);
    let bids = 0;
    for (const line of lines) {
      const slots = slotsOf(line);
      const { body } = await testAdServer([everyFormat()]).bid(testRequest({ imp: slots }));
      if (body === undefined) continue;
      expect(validate(body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      const ids = slots.map(({ id }) => id);
      for (const { impid } of body.seatbid[0].bid) expect(ids).toContain(impid);
      bids += body.seatbid[0].bid.length;
    }
    expect(bids).toBeGreaterThan(0);
    return lines.length;
  },
);

conformance("damaged recorded requests never get an error of the server", "openrtb", async (folder) => {
  const { bid } = testAdServer([testSnapshot()]);
  const rubbish: unknown[] = [null, 0, "", [], {}, "x".repeat(300), -1, { id: 5 }, [[]], true, 1e308];
  let tried = 0;
  for (const [at, line] of linesOf(folder).entries()) {
    const request = JSON.parse(line) as Record<string, unknown>;
    for (const key of [...Object.keys(request), "device", "site", "regs", "user"]) {
      const { status } = await bid({ ...request, [key]: rubbish[(at + tried++) % rubbish.length] });
      expect([200, 204]).toContain(status);
    }
  }
  return tried;
});

conformance("recorded private auctions are answered under one of their deals", "openrtb", async (folder) => {
  const slots = linesOf(folder)
    .flatMap(slotsOf)
    .filter(({ pmp }) => pmp?.deals);
  const slot = { id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 0.95 }] };
  for (const { pmp } of slots) {
    const named = pmp!.deals!.map(({ id }) => id).filter((id) => id !== "");
    const imp = [{ ...slot, pmp: { ...pmp, private_auction: 1 } }];
    const { body } = await testAdServer([testSnapshot()]).bid(testRequest({ imp }));
    if (named.length === 0) expect(body).toBeUndefined();
    else expect(named).toContain(body.seatbid[0].bid[0].dealid);
  }
  return slots.length;
});

conformance("the sandbox exchange's requests fit the OpenRTB 2.6 schema", "openrtb", (folder) => {
  const validate = schemaOf(folder, "Req");
  const requests = JSON.parse(JSON.stringify(sampleRequests(openMarket(1), 300, 1))) as unknown[];
  for (const request of requests) {
    validate(request);
    expect(validate.errors ?? []).toEqual([]);
  }
  return requests.length;
});
