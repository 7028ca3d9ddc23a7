import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { z } from "zod";
import { callTimeoutMs, type Finding, failed, ok } from "../check.ts";
import { noBids } from "./endpoint-checks.ts";
import type { ExchangeCheck, ExchangeContext } from "./exchange-check.ts";
import { requiredAssets, type Sample, type SampleAnswer, type SampleBid, usualCurrencies } from "./send-samples.ts";

/** A bid with the sample that it answers, and what it names its currency. */
type Offered = { bid: SampleBid; sample: Sample; currency: string | null };

const noticeNames = { win: "nurl", billing: "burl", loss: "lurl" } as const;

/** Bids name registered creatives, whose advertiser and size the exchange knows. */
const isRegisteredAt = ({ profile = "openrtb" }: ExchangeContext["exchange"]): boolean =>
  profileFacts[profile].needsRegistration;

const offeredIn = (given: SampleAnswer[]): Offered[] =>
  given.flatMap(({ bids, sample, currency }) => bids.map((bid) => ({ bid, sample, currency })));

/** A check of the bids on the samples; `judge` names what is wrong with one, null if nothing is. */
const onBids = (
  name: string,
  about: string,
  remedy: string,
  judge: (offered: Offered, context: ExchangeContext) => string | null,
): ExchangeCheck => ({
  name,
  about,
  async run(context): Promise<Finding> {
    const given = await context.samples();
    const offered = offeredIn(given);
    if (offered.length === 0) return noBids(given);
    for (const each of offered) {
      const problem = judge(each, context);
      if (problem !== null) return failed(problem, remedy);
    }
    return ok(`${offered.length} bids`);
  },
});

const formats: ExchangeCheck = {
  name: "formats",
  about: "a bid request of each format gets a readable answer",
  async run({ samples }) {
    const given = await samples();
    const unreadable = given.find(({ problem }) => problem !== null);
    if (unreadable) {
      const found = `${unreadable.sample.format}: ${unreadable.problem}`;
      return failed(found, "let the proxy pass on answers unchanged");
    }
    return given.map(({ sample, status, bids, reasons }) =>
      ok(`${sample.format}: ${bids.length > 0 ? `${bids.length} bids` : reasons.join(", ") || `status ${status}`}`),
    );
  },
};

const currency = onBids(
  "currency",
  "bids are in a currency that the exchange accepts",
  "set the exchange's currencies, and let the proxy pass on answers unchanged",
  ({ currency: used }, { exchange }) => {
    const accepted = exchange.currencies ?? usualCurrencies;
    return used !== null && accepted.includes(used) ? null : `${used ?? "none"} instead of ${accepted.join(", ")}`;
  },
);

const macros = onBids(
  "macros",
  "notices and markup have the macros that the exchange replaces",
  "let the proxy pass on answers unchanged: without macros no price and no auction is known",
  ({ bid, sample }, { exchange }) => {
    const facts = profileFacts[exchange.profile ?? "openrtb"];
    for (const notice of facts.notices) {
      if (exchange.notices?.includes(notice) === false) continue;
      const url = bid[noticeNames[notice]] ?? "";
      const macro = notice === "loss" ? `\${AUCTION_LOSS}` : `\${AUCTION_PRICE}`;
      if (!url.includes(macro)) return `${noticeNames[notice]} has no ${macro}`;
    }
    // Registered markup is not in bids.
    if (facts.needsRegistration) return null;
    const isClicked = facts.click !== null && sample.format === "banner";
    if (isClicked && !bid.adm?.includes(facts.click?.macro ?? "")) return `the markup has no ${facts.click?.macro}`;
    return bid.adm?.includes(`\${AUCTION_ID}`) ? null : `the markup has no \${AUCTION_ID}`;
  },
);

const advertiser = onBids(
  "advertiser",
  "bids name the advertiser's domain, category, campaign and creative",
  "choose the campaign's category, and let the proxy pass on answers unchanged",
  ({ bid }, { exchange }) => {
    const isRegistered = isRegisteredAt(exchange);
    const missing = [
      ...(isRegistered || bid.adomain?.length ? [] : ["adomain"]),
      ...(isRegistered || bid.cat?.length ? [] : ["cat"]),
      ...(bid.crid ? [] : ["crid"]),
      ...(bid.cid ? [] : ["cid"]),
    ];
    return missing.length === 0 ? null : `without ${missing.join(", ")}`;
  },
);

const creativeSize = onBids(
  "creative_size",
  "creatives have one of the requested sizes",
  "let the proxy pass on answers unchanged",
  ({ bid, sample }, { exchange }) =>
    sample.format !== "banner" ||
    isRegisteredAt(exchange) ||
    sample.sizes.some(({ w, h }) => w === bid.w && h === bid.h)
      ? null
      : `${bid.w ?? "?"}x${bid.h ?? "?"} was not requested`,
);

/** A check of the bids of one format; without one of them it has nothing to examine. */
const onFormat = (
  format: Sample["format"],
  name: string,
  about: string,
  remedy: string,
  judge: (markup: string) => string | null,
): ExchangeCheck => ({
  name,
  about,
  async run({ samples }): Promise<Finding> {
    const given = (await samples()).filter(({ sample }) => sample.format === format);
    const offered = offeredIn(given);
    if (offered.length === 0) return noBids(given);
    for (const { bid } of offered) {
      const problem = judge(bid.adm ?? "");
      if (problem !== null) return failed(problem, remedy);
    }
    return ok(`${offered.length} bids`);
  },
});

const nativeMarkup = onFormat(
  "native",
  "native_markup",
  "native ads are JSON with the required parts, a link and an impression tracker",
  "let the proxy pass on answers unchanged: pages parse the markup of native ads",
  (markup) => {
    const ad = nativeAd(markup);
    if (ad === null) return "the markup is no native ad";
    const parts = ad.assets.map(({ id }) => id);
    const missing = Object.entries(requiredAssets).flatMap(([part, id]) => (parts.includes(id) ? [] : [part]));
    if (missing.length > 0) return `without ${missing.join(", ")}`;
    if (!ad.link.url) return "without a link";
    const trackers = [...(ad.imptrackers ?? []), ...(ad.eventtrackers ?? [])];
    return trackers.length > 0 ? null : "without an impression tracker";
  },
);

const nativeSchema = z.looseObject({
  assets: z.array(z.looseObject({ id: z.number() })),
  link: z.looseObject({ url: z.string() }),
  imptrackers: z.array(z.unknown()).optional(),
  eventtrackers: z.array(z.unknown()).optional(),
});

/** As some exchanges want it. */
const wrappedSchema = z.looseObject({ native: nativeSchema });

function nativeAd(markup: string): z.output<typeof nativeSchema> | null {
  try {
    const ad: unknown = JSON.parse(markup);
    return nativeSchema.safeParse(ad).data ?? wrappedSchema.safeParse(ad).data?.native ?? null;
  } catch {
    return null;
  }
}

const audioMarkup = onFormat(
  "audio",
  "audio_markup",
  "audio ads are VAST with an audio file, an impression URL and a duration",
  "let the proxy pass on answers unchanged: players parse the markup of audio ads",
  (markup) => {
    const start = markup.trimStart();
    if (!/^<(?:\?xml|VAST)\b/.test(start) || !start.includes("<VAST ")) return "the markup is no VAST document";
    const missing = [
      ...(/<MediaFile\b[^>]*\btype="audio\//.test(markup) ? [] : ["an audio file"]),
      ...(/<Impression[^>]*>\s*<!\[CDATA\[https?:/.test(markup) ? [] : ["an impression URL"]),
      ...(/<Duration>\d\d:\d\d:\d\d<\/Duration>/.test(markup) ? [] : ["a duration"]),
    ];
    return missing.length === 0 ? null : `without ${missing.join(", ")}`;
  },
);

const repeats = 5;

const creativeIds: ExchangeCheck = {
  name: "creative_ids",
  about: "a creative has the same ID in each bid",
  async run(context) {
    const given = await context.samples();
    const [first] = offeredIn(given);
    if (first === undefined) return noBids(given);
    const ids = new Map<string, string | undefined>();
    // Several campaigns may bid in turn, so the sample is repeated until one of them does again.
    for (let sent = 0; sent < repeats; sent++) {
      for (const { bid } of offeredIn([await context.send(first.sample)])) {
        const creative = `${bid.cid} ${fileOf(bid)}`;
        const earlier = ids.has(creative) ? ids.get(creative) : bid.crid;
        if (earlier !== bid.crid) {
          const remedy = "let the proxy pass on answers unchanged: exchanges review each creative ID once";
          return failed(`${earlier}, then ${bid.crid}`, remedy);
        }
        ids.set(creative, bid.crid);
      }
    }
    return ok(`${ids.size} creatives`);
  },
};

/** The hash of the creative's file in the markup. */
const fileOf = ({ adm = "" }: SampleBid): string => /\/ad\/([0-9a-f]+)/.exec(adm)?.[1] ?? "";

const noticeHosts: ExchangeCheck = {
  name: "notice_hosts",
  about: "the hosts of notices answer",
  async run(context) {
    const given = await context.samples();
    const urls = offeredIn(given).flatMap(({ bid }) =>
      [bid.nurl, bid.burl, bid.lurl].filter((url) => url !== undefined),
    );
    const origins = [...new Set(urls.map((url) => (URL.canParse(url) ? new URL(url).origin : url)))];
    if (origins.length === 0) return noBids(given);
    for (const origin of origins) {
      const answer = await context
        .fetch(`${origin}/health`, { signal: AbortSignal.timeout(callTimeoutMs) })
        .catch(() => null);
      if (!answer?.ok) {
        return failed(
          `${origin} answers ${answer?.status ?? "nothing"}`,
          "set ADS_URL to the ad servers' public origin",
        );
      }
    }
    return ok(origins.join(", "));
  },
};

const noticeRefused: ExchangeCheck = {
  name: "notice_refused",
  about: "a billing notice with a wrong token is refused",
  async run({ config, fetch: send }) {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const { status } = await send(`${config.adsUrl}/bill?t=invalid&p=1`, { signal, redirect: "manual" });
    if (status === 403) return ok("it answers 403");
    return failed(`it answers ${status}`, "let the proxy pass on notices to the ad servers, without a cache");
  },
};

export const bidChecks: readonly ExchangeCheck[] = [
  formats,
  currency,
  macros,
  advertiser,
  creativeSize,
  nativeMarkup,
  audioMarkup,
  creativeIds,
  noticeHosts,
  noticeRefused,
];
