import { maxConversionBytes } from "@litfass/contract/adserver/conversion";
import type { Log } from "@litfass/platform/log/log";
import { seededRandom } from "@litfass/platform/random";
import { describe, expect, test } from "vitest";
import type { Conversion, ConversionOutcome } from "../../sync/conversions/conversion-sql.ts";
import {
  addressesOf,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { clickIds, withClickId } from "./click-id.ts";
import { withFailuresLogged } from "./conversions.ts";

const keys = ["a secret for tests that is long enough"] as const;
const click = {
  campaignId: 7,
  creativeUuid: "c-1",
  site: "zürich ~ news.example",
  atMs: 1_764_340_000_000,
  isTest: false,
};

describe("identifiers of clicks", () => {
  test("an identifier opens to what was sealed, and to nothing if it is changed, forged or a token of an ad", () => {
    const ids = clickIds(keys, seededRandom(1));
    const id = ids.seal(click);
    expect(ids.open(id)).toMatchObject(click);
    expect(id).toMatch(/^[\w.-]{60,300}$/);
    expect(ids.open(`${id.slice(0, 30)}${id[30] === "A" ? "B" : "A"}${id.slice(31)}`)).toBeUndefined();
    expect(clickIds(["another secret for tests, long enough"], seededRandom(1)).open(id)).toBeUndefined();
    const { adSeal } = testAdServer([testSnapshot()]).instance;
    expect(ids.open(adSeal.seal("7~c-1~news.example~1764340000000~0").page)).toBeUndefined();
    for (const wrong of ["", ".", "a.b"]) expect(ids.open(wrong)).toBeUndefined();
  });

  test("two clicks on one ad have different identifiers, which older keys still open", () => {
    const ids = clickIds(keys, seededRandom(2));
    const [one, two] = [ids.open(ids.seal(click)), ids.open(ids.seal(click))];
    expect(one?.nonce.equals(two!.nonce)).toBe(false);
    expect(
      clickIds(["a newer key for tests, long enough", ...keys], seededRandom(3)).open(ids.seal(click)),
    ).toMatchObject(click);
  });

  test.each([
    ["https://shop.example", "https://shop.example/?litfass_click=ID"],
    ["https://shop.example/a?q=1%202&b=%C3%BC#top", "https://shop.example/a?q=1%202&b=%C3%BC&litfass_click=ID#top"],
    ["https://shop.example/a?litfass_click=OLD&b=1", "https://shop.example/a?b=1&litfass_click=ID"],
    ["https://shop.example/a?b=1&litfass_click=OLD", "https://shop.example/a?b=1&litfass_click=ID"],
  ])("%s keeps its parameters and its fragment", (target, expected) => {
    expect(withClickId(target, "ID")).toBe(expected);
  });
});

async function clickAddress(adServer: TestAdServer): Promise<string> {
  const { body } = await adServer.bid(testRequest());
  return addressesOf(body.seatbid[0].bid[0].adm).click;
}

describe("clicks", () => {
  test("a click leads to the landing page with an identifier, only if the campaign measures conversions", async () => {
    const destinationUrl = "https://shop.example/sale?size=m#new";
    const measuring = testAdServer([testSnapshot({ destinationUrl, measuresConversions: true })]);
    const { headers } = await measuring.call("GET", await clickAddress(measuring));
    const location = new URL(String(headers.location));
    expect([location.origin, location.searchParams.get("size"), location.hash]).toEqual([
      "https://shop.example",
      "m",
      "#new",
    ]);
    expect(measuring.instance.clickIds.open(location.searchParams.get("litfass_click") ?? "")).toMatchObject({
      campaignId: 1,
      creativeUuid: "7f0cfb4a-0000-4000-8000-000000000001",
      site: "news.example",
      atMs: measuring.clock.now().getTime(),
      isTest: false,
    });
    const usual = testAdServer([testSnapshot({ destinationUrl })]);
    expect((await usual.call("GET", await clickAddress(usual))).headers.location).not.toContain("litfass_click");
  });
});

/** An ad server whose database answers with `outcome`. */
function reporting(outcome: ConversionOutcome | Error = "counted") {
  const stored: Conversion[] = [];
  const adServer = testAdServer([testSnapshot()], {
    recordConversion: async (conversion) => {
      stored.push(conversion);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const id = adServer.instance.clickIds.seal({ ...click, atMs: adServer.clock.now().getTime() });
  const post = async (report: unknown, ip = "192.0.2.9") => {
    const body = Buffer.from(typeof report === "string" ? report : JSON.stringify(report));
    const answer = await adServer.call("POST", "/conversion", { body, ip });
    return { ...answer, json: JSON.parse(String(answer.body)) };
  };
  return { adServer, stored, id, post };
}

describe("reports", () => {
  test("a report by POST is stored with value, currency and order, and answered for any page", async () => {
    const { stored, id, post } = reporting();
    const answer = await post({ click: id, value: 49.9, currency: "chf", order: 1001, extra: true });
    expect([answer.status, answer.json]).toEqual([200, { status: "counted" }]);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(stored).toMatchObject([{ valueMicros: 49_900_000n, currency: "CHF", order: "1001" }]);
    await post({ click: id, value: "0.1", currency: "", order: null });
    expect(stored[1]).toMatchObject({ valueMicros: 100_000n, currency: undefined, order: undefined });
    await post({ click: id, value: 0.1 + 0.2 });
    expect(stored[2]?.valueMicros).toBe(300_000n);
  });

  test("an image reports without a script; HEAD counts nothing", async () => {
    const { adServer, stored, id } = reporting();
    const url = `/conversion?click=${id}&value=12.50&currency=CHF&order=A%2F7`;
    expect((await adServer.call("HEAD", url)).status).toBe(200);
    expect(stored).toEqual([]);
    const image = await adServer.call("GET", url);
    expect([image.status, image.headers["content-type"]]).toEqual([200, "image/gif"]);
    expect(stored).toMatchObject([{ valueMicros: 12_500_000n, order: "A/7" }]);
  });

  test.each([
    ["not JSON", 400, "invalid_report"],
    [{}, 400, "invalid_report"],
    [{ click: "x", value: -1 }, 400, "invalid_report"],
    [{ click: "x", value: 10_000_001 }, 400, "invalid_report"],
    [{ click: "x", value: "1'000" }, 400, "invalid_report"],
    [{ click: "x", currency: "francs" }, 400, "invalid_report"],
    [{ click: "x", order: "o".repeat(101) }, 400, "invalid_report"],
    [{ click: "forged.signature" }, 403, "invalid_click"],
    ["x".repeat(maxConversionBytes + 1), 413, "too_large"],
  ])("%j is refused", async (report, status, error) => {
    const { stored, post } = reporting();
    const answer = await post(report);
    expect([answer.status, answer.json]).toEqual([status, { error }]);
    expect(stored).toEqual([]);
  });

  test("a click of the future is refused", async () => {
    const { adServer, post } = reporting();
    const id = adServer.instance.clickIds.seal({ ...click, atMs: adServer.clock.now().getTime() + 120_000 });
    expect((await post({ click: id })).json).toEqual({ error: "invalid_click" });
  });

  test.each([
    ["duplicate", 200],
    ["test", 200],
    ["not_measured", 404],
    ["expired_click", 410],
    ["wrong_currency", 422],
    ["too_many", 429],
  ] as const)("%s is answered with %i", async (outcome, status) => {
    const { post, id } = reporting(outcome);
    expect((await post({ click: id })).status).toBe(status);
  });

  test("while the database does not respond, senders learn when to repeat it", async () => {
    const { post, id } = reporting(new Error("down"));
    const answer = await post({ click: id });
    expect([answer.status, answer.json, answer.headers["retry-after"]]).toEqual([503, { error: "unavailable" }, "60"]);
  });

  test("an outage of the database is logged once with its cause, and so is its end", async () => {
    const lines: string[] = [];
    const log = {
      error: ({ err }: { err: Error }) => lines.push(err.message),
      info: (message: string) => lines.push(message),
    } as unknown as Log;
    let error: Error | undefined = new Error("down");
    const record = withFailuresLogged(async () => {
      if (error) throw error;
      return "counted";
    }, log);
    const report = {} as Parameters<typeof record>[0];
    for (let count = 0; count < 2; count++) await expect(record(report)).rejects.toThrow("down");
    error = undefined;
    for (let count = 0; count < 2; count++) expect(await record(report)).toBe("counted");
    expect(lines).toEqual(["down", "conversions are stored again"]);
  });

  test("an address may report 600 times a minute", async () => {
    const { adServer, post, id } = reporting();
    for (let count = 0; count < 600; count++) expect((await post({ click: id })).status).toBe(200);
    expect((await post({ click: id })).status).toBe(429);
    expect((await post({ click: id }, "192.0.2.10")).status).toBe(200);
    for (let count = 0; count < 600; count++) await post({ click: id }, `2001:db8::${count.toString(16)}`);
    expect((await post({ click: id }, "2001:db8::ffff")).status).toBe(429);
    adServer.clock.advance(60_000);
    expect((await post({ click: id })).status).toBe(200);
  });

  test("not more than eight reports are stored at a time", async () => {
    const { promise, resolve } = Promise.withResolvers<ConversionOutcome>();
    const adServer = testAdServer([testSnapshot()], { recordConversion: () => promise });
    const body = Buffer.from(JSON.stringify({ click: adServer.instance.clickIds.seal({ ...click, atMs: 0 }) }));
    const waiting = Array.from({ length: 8 }, () => adServer.call("POST", "/conversion", { body }));
    expect((await adServer.call("POST", "/conversion", { body })).status).toBe(503);
    resolve("counted");
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await adServer.call("POST", "/conversion", { body })).status).toBe(200);
  });
});
