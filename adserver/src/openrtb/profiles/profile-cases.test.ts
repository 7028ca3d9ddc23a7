import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CampaignSnapshot, SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { exchangeProfiles, profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { describe, expect, test } from "vitest";
import { type TestAdServer, testAdServer, testSnapshot } from "../../testing/testing-ad-server.ts";
import { identityOf } from "../response/creative-identity.ts";

/**
 * Runs each `cases/<profile>/<case>.json` through the real ad server: a bid request in, the response out. Tokens are
 * `<page>` and `<notice>` in the expected response. A case may also follow a click, and report a price.
 */
type Case = {
  /** What it shows, and the page that says so. */
  about: string;
  source: string;
  exchange?: Partial<Exchange>;
  /** Keys that Google publishes; prices are then encrypted. */
  hasPriceKeys?: boolean;
  campaign: keyof typeof creatives;
  isApproved?: boolean;
  request: Record<string, unknown>;
  status: number;
  contentType?: string;
  response: unknown;
  /** The exchange's own click URL, to which the landing page is appended. */
  click?: { macro: string; exchange: string; location: string };
  price?: { in: "adm" | "nurl" | "burl"; told: string; micros: number };
};

const uuid = "7f0cfb4a-0000-4000-8000-000000000001";
const banner = { uuid, format: "300x250", width: 300, height: 250, fileHash: "a".repeat(40) };
const picture = (hash: string, width: number, height: number) => ({
  hash: hash.repeat(40),
  width,
  height,
  contentType: "image/jpeg",
});
const creatives = {
  image: { ...banner, kind: "image", attributes: [] },
  html: { ...banner, kind: "html", attributes: [13, 16] },
  pictured: { ...banner, kind: "html", attributes: [13, 16], pictureHash: "b".repeat(40) },
  video: {
    ...banner,
    format: "640x360",
    width: 640,
    height: 360,
    kind: "video",
    durationSeconds: 15,
    contentType: "video/mp4",
  },
  native: {
    ...banner,
    kind: "html",
    pictureHash: "b".repeat(40),
    native: {
      title: "Fresh bread",
      description: "Each morning from six",
      buttonText: "Learn more",
      brand: "Sample Bakery",
      logo: null,
      pictures: [picture("c", 1200, 628)],
    },
  },
} as const satisfies Record<string, SnapshotCreative>;

const published = {
  encryption: Buffer.from("skU7Ax_NL5pPAFyKdkfZjZz2-VhIN8bjj1rVFOaJ_5o=", "base64url"),
  integrity: Buffer.from("arO23ykdNqUQ5LEoQ0FVmPkBd7xB5CO89PDZlSjpFxo=", "base64url"),
};

const folder = join(import.meta.dirname, "cases");
const read = (profile: string, file: string) => JSON.parse(readFileSync(join(folder, profile, file), "utf8")) as Case;

function start(name: string, each: Case): { adServer: TestAdServer; snapshot: CampaignSnapshot } {
  const snapshot = testSnapshot({ creatives: [creatives[each.campaign]] });
  const protocol = name === "openrtb-2.5" ? "2.5" : name === "openrtb-2.6" ? "2.6" : undefined;
  const profile = exchangeProfiles.find((known) => known === name) ?? "openrtb";
  const priceKeys = each.hasPriceKeys ? published : undefined;
  const adServer = testAdServer([snapshot], {
    exchanges: [{ name: "sandbox", profile, protocol, priceKeys, ...each.exchange }],
  });
  if (each.isApproved) {
    const { id } = identityOf(snapshot, creatives[each.campaign]);
    adServer.instance.approvedCreatives = new Map([["sandbox", new Set([id])]]);
  }
  return { adServer, snapshot };
}

type Answer = { status: number; contentType: unknown; raw: string };

/** Asks until there is a bid where one is expected, because pacing and viewability let some requests pass. */
async function ask(adServer: TestAdServer, { request, status: wanted }: Case): Promise<Answer> {
  const body = Buffer.from(JSON.stringify(request));
  for (let asked = 0; ; asked++) {
    adServer.clock.advance(1_000);
    const { status, headers, body: given } = await adServer.call("POST", "/openrtb2/sandbox/bid", { body });
    if (status === wanted || asked === 50) return { status, contentType: headers["content-type"], raw: String(given) };
  }
}

const token = /[\w-]{30,}\.[\w-]{21}/g;

/** The response with the names of its tokens: notices are known by their paths. */
function named(raw: string): unknown {
  if (raw === "") return null;
  const notices = new Set([...raw.matchAll(/\/(?:win|bill|loss)\?t=([\w.-]+)/g)].map(([, found]) => found));
  return JSON.parse(raw.replaceAll(token, (found) => (notices.has(found) ? "<notice>" : "<page>")));
}

type Bid = Record<"adm" | "nurl" | "burl", string>;
const bidIn = (raw: string) => (JSON.parse(raw) as { seatbid: [{ bid: [Bid] }] }).seatbid[0].bid[0];

for (const profile of readdirSync(folder)) {
  describe(profile, () => {
    for (const file of readdirSync(join(folder, profile))) {
      const each = read(profile, file);
      test(`${file.replace(".json", "")}: ${each.about}`, async () => {
        const { adServer } = start(profile, each);
        const { status, contentType, raw } = await ask(adServer, each);
        expect(named(raw)).toEqual(each.response);
        expect(status).toBe(each.status);
        if (each.contentType) expect(contentType).toBe(each.contentType);
        if (each.click) await followClick(adServer, bidIn(raw), each.click);
        if (each.price) await reportPrice(adServer, bidIn(raw), each.price);
      });
    }
  });
}

async function followClick(
  adServer: TestAdServer,
  { adm }: Bid,
  { macro, exchange, location }: Required<Case>["click"],
) {
  const href = /<a href="([^"]+)"/.exec(adm)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(href).toContain(macro);
  const { status, headers } = await adServer.call("GET", href.replace(macro, encodeURIComponent(exchange)));
  expect(status).toBe(302);
  expect(headers.location).toBe(location);
  expect(adServer.events.map(({ kind }) => kind)).toContain("click");
}

async function reportPrice(adServer: TestAdServer, bid: Bid, price: Required<Case>["price"]) {
  const pixel = /data-impression="([^"]+)"/.exec(bid.adm ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
  if (price.in === "nurl") await adServer.call("GET", pixel);
  const url = price.in === "adm" ? pixel : bid[price.in];
  await adServer.call("GET", url.replace(`\${AUCTION_PRICE}`, price.told));
  if (price.in === "nurl") {
    // A registered banner's pixel is in its markup at the exchange; the win notice alone books nothing.
    if (pixel === "") return expect(adServer.instance.exchanges.get("sandbox")?.traffic.wins).toBe(1);
  }
  expect(adServer.events.find(({ kind }) => kind === "cost")?.clearing_micros).toBe(price.micros);
}

test("each profile has a case for each kind of ad that it takes, for no bid, a deal, its clicks and its prices", () => {
  const names = [...exchangeProfiles.filter((each) => each !== "openrtb"), "openrtb-2.5", "openrtb-2.6"];
  expect(readdirSync(folder).sort()).toEqual(names.sort());
  for (const name of names) {
    const facts = profileFacts[exchangeProfiles.find((each) => each === name) ?? "openrtb"];
    const formats = facts.formats.filter((format) => format !== "audio");
    // The click of registered markup is tested with the registration.
    const isClicked = facts.click !== null && !facts.needsRegistration;
    const kinds = [...formats, "deal", "no-bid", "price", ...(isClicked ? ["click"] : [])];
    expect(readdirSync(join(folder, name)).map((file) => file.replace(".json", ""))).toEqual(
      expect.arrayContaining(kinds),
    );
  }
});
