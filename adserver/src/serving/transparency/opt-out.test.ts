import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { remarketingTag } from "../ads/remarketing-tag.ts";
import { inMemoryOptOuts } from "./opt-outs.ts";

const secret = "a secret for tests that is long enough";
const capped = testSnapshot({ strategy: "awareness" });
const optedOut = { "user-agent": someAgent, cookie: "lfv=opt-out" };

const markupOf = async (adServer: TestAdServer, changes: Record<string, unknown> = {}): Promise<string> => {
  adServer.clock.advance(120_000);
  return (await adServer.bid(testRequest(changes))).body.seatbid[0].bid[0].adm;
};
const tokenOf = (adm: string): string => /about\?t=([^"&]+)/.exec(adm)![1]!;
const changesOf = ({ engine }: TestAdServer) => [engine.frequency.takeChanges(), engine.audiences.takeChanges()];

test("after the opt-out on an ad's page, bids for this visitor read and write neither a cap nor a profile", async () => {
  const adServer = testAdServer([capped]);
  const first = await markupOf(adServer);
  await adServer.call("GET", addressesOf(first).impression);
  await adServer.call("GET", addressesOf(first).viewable);
  expect(changesOf(adServer)).toMatchObject([[{ campaignId: 1 }], [{ ownerUid: "owner-1" }]]);
  const answer = await adServer.call("POST", `/opt-out?t=${tokenOf(first)}`);
  expect([answer.status, answer.headers["set-cookie"]]).toEqual([
    303,
    "lfv=opt-out; Max-Age=34560000; Path=/; HttpOnly; SameSite=None; Secure",
  ]);
  let reads = 0;
  const { isCapped, noteBid } = adServer.engine.frequency;
  adServer.engine.frequency.isCapped = (...asked) => {
    reads += 1;
    return isCapped(...asked);
  };
  adServer.engine.frequency.noteBid = (...asked) => {
    reads += 1;
    noteBid(...asked);
  };
  // The cap of eight would stop the ninth.
  for (let count = 0; count < 9; count++) {
    const { impression, viewable, click } = addressesOf(await markupOf(adServer));
    for (const address of [impression, viewable, click]) await adServer.call("GET", address);
  }
  expect([reads, ...changesOf(adServer)]).toEqual([0, [], []]);
  expect(adServer.events.filter(({ kind }) => kind === "impression").map(({ visitor_key: key }) => key)).toEqual([
    expect.stringMatching(/.+/),
    ...Array.from({ length: 9 }, () => ""),
  ]);
  await markupOf(adServer, { user: { id: "visitor-2" } });
  expect(reads).toBeGreaterThan(0);
});

test("the opt-out replaces the own ID, and neither a tag nor a sync gives a new one", async () => {
  const remarketing = testSnapshot({ campaignId: 2, targeting: { remarketing: true } });
  const adServer = testAdServer([remarketing]);
  const tag = /src="([^"]+)"/.exec(remarketingTag("https://ads.example", derivedLastingKeys(secret), "owner-1"))![1]!;
  const cookie = String((await adServer.call("GET", tag)).headers["set-cookie"]).split(";")[0]!;
  const known = { user: { id: "v", buyeruid: cookie.slice(4) } };
  adServer.clock.advance(120_000);
  expect((await adServer.bid(testRequest(known))).status).toBe(200);
  await adServer.call("POST", "/opt-out", { headers: { "user-agent": someAgent, cookie } });
  adServer.clock.advance(120_000);
  expect((await adServer.bid(testRequest(known))).status).toBe(204);
  changesOf(adServer);
  const again = await adServer.call("GET", tag, { headers: optedOut });
  expect([again.headers["set-cookie"], ...changesOf(adServer)]).toEqual([undefined, [], []]);
});

test("an exchange that still recognizes an opted-out browser is not believed after its first ad", async () => {
  const adServer = testAdServer([capped]);
  await adServer.call("GET", addressesOf(await markupOf(adServer)).impression, { headers: optedOut });
  await adServer.call("GET", addressesOf(await markupOf(adServer)).impression);
  expect(changesOf(adServer)).toEqual([[], []]);
  expect(adServer.events.map(({ visitor_key: key }) => key)).toEqual(["", ""]);
});

test.each([{ regs: { gpc: 1 } }, { regs: { ext: { gpc: 1 } } }, { device: { ...testRequest().device, lmt: 1 } }])(
  "an exchange's signal has the same effect: %j",
  async (signal) => {
    const adServer = testAdServer([capped]);
    await adServer.call("GET", addressesOf(await markupOf(adServer, signal)).impression);
    expect(changesOf(adServer)).toEqual([[], []]);
  },
);

test("the page tells the state in the visitor's language and opts out only by a form of its own", async () => {
  const adServer = testAdServer([capped]);
  const token = tokenOf(await markupOf(adServer));
  const german = { "user-agent": someAgent, "accept-language": "rm,de;q=0.8" };
  const page = await adServer.call("GET", `/opt-out?t=${token}`, { headers: german });
  expect(String(page.body)).toContain(`<form method="post" action="/opt-out?lang=de&amp;t=${token}">`);
  expect(String(page.body)).toContain(`href="https://operator.example/privacy"`);
  expect(page.headers["set-cookie"]).toBeUndefined();
  const done = await adServer.call("GET", "/opt-out?lang=en", { headers: optedOut });
  expect(String(done.body)).toContain("You have opted out.");
  expect(String(done.body)).not.toContain("<form");
  const forged = await adServer.call("GET", '/opt-out?t="><script>', { headers: german });
  expect(String(forged.body)).not.toContain("<script>");
  const foreign = await adServer.call("POST", `/opt-out?t=${token}`, { headers: { "sec-fetch-site": "cross-site" } });
  expect([foreign.status, foreign.headers["set-cookie"]]).toEqual([403, undefined]);
});

test("a flood of invented cookies is bounded until the next save", () => {
  const optOuts = inMemoryOptOuts();
  for (let count = 0; count < 10_001; count++) optOuts.add(`invented-${count}`);
  expect([optOuts.has("invented-9999"), optOuts.has("invented-10000")]).toEqual([true, false]);
  expect(optOuts.takeNew()).toHaveLength(10_000);
  optOuts.add("visitor");
  expect(optOuts.has("visitor")).toBe(true);
});
