import { pageExchange, placementOfImp } from "@litfass/contract/adserver/placement-snapshot";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { productName } from "@litfass/contract/settings/default-settings";
import type { Exchange, Margins } from "@litfass/platform/config/exchanges";
import type { Keys } from "@litfass/platform/security/keys";
import type { LastingKeys } from "@litfass/platform/security/lasting-keys";
import { ratesAgeDays } from "@litfass/platform/settings/rates-age";
import type { Engine } from "../auction/engine.ts";
import { seenAds } from "../auction/frequency-cap/seen-ads.ts";
import { memoize } from "../kernel/memoize.ts";
import { rulesOf } from "../openrtb/profiles/profile-rules.ts";
import { visitorClassifier } from "../openrtb/request/classify-visitor.ts";
import type { ParseContext } from "../openrtb/request/parse-bid-request.ts";
import type { ResponseContext } from "../openrtb/response/bid-response.ts";
import { newBufferWriter } from "../openrtb/response/buffer-writer.ts";
import { newDialect } from "../openrtb/response/dialect.ts";
import type { SharedCap } from "../sync/shared-cap.ts";
import { type AdFile, cachedAdFiles } from "./ads/ad-file-cache.ts";
import { type VisitorKeys, visitorKeys } from "./ads/visitor-key.ts";
import { type AppNames, newAppNames } from "./app-names.ts";
import { type ClickIds, clickIds } from "./conversions/click-id.ts";
import { type Conversions, newConversions } from "./conversions/conversions.ts";
import { accessOf, type ExchangeAccess, type ExchangeTraffic, newExchangeTraffic } from "./exchange-access.ts";
import type { LoadWatch } from "./metrics/load-watch.ts";
import { addGauge, createMetrics, type Metrics } from "./metrics/metrics.ts";
import { type AdUnitCounts, newAdUnitCounts } from "./pages/ad-unit-counts.ts";
import { newPlacements, type Placements, publisherOf, shareAt } from "./placements/placements.ts";
import type { Relay } from "./relay/relay.ts";
import type { ListedSeller, SellersContact } from "./sellers-json.ts";
import { type AdSeal, adSeal } from "./tokens/ad-seal.ts";
import { previewSigner, remarketingSigner, type Signer } from "./tokens/signing.ts";
import { type Append, type Counting, instantFormat } from "./trackers/event-of.ts";
import { trafficCheck } from "./trackers/invalid-traffic.ts";
import { recentPrices } from "./trackers/recent-prices.ts";
import { inMemoryOptOuts, type OptOuts } from "./transparency/opt-outs.ts";

/** The location of an IP address by the operator's data. */
export type Locate = (ip: string) => { country: string; region: string; city: string } | undefined;

export type AdServerParts = {
  engine: Engine;
  /** The process name in the journal. */
  process: string;
  /** The public origin, without a trailing slash: of this process, or of all behind a load balancer. */
  adsUrl: string;
  /** The origin of the operator's public pages, without a trailing slash. */
  publicUrl: string;
  signingKeys: Keys;
  lastingKeys: LastingKeys;
  append: Append;
  /** The remainders of costs that an earlier run left. */
  carried?: ReadonlyMap<string, number> | undefined;
  /** By hash, or by `hash/path` in the folder of an uploaded banner. */
  loadFile: (name: string) => Promise<AdFile | null>;
  /** A held file, for authorized previews. */
  loadHeldFile: (name: string) => Promise<AdFile | null>;
  /** Any published campaign, for clicks on ads of withdrawn ones. */
  findSnapshot: (campaignId: number) => Promise<CampaignSnapshot | null>;
  /** Stores a conversion; rejects while the database does not respond. */
  recordConversion: Conversions["record"];
  isReady: () => boolean;
  load: LoadWatch;
  isDataCentre?: (ip: string) => boolean;
  locate?: Locate;
  tcfVendorId?: number;
  seat?: string;
  /** The domains on which the publishers' tag shows ads; none by default. */
  tagDomains?: string[];
  /** The sellers of sellers.json; none by default. */
  listSellers?: () => Promise<ListedSeller[]>;
  /** What bids in pages' own auctions leave of the customer's price; nothing by default. */
  pageMargins?: Margins;
  /** Absent: each process applies caps by its own counts. */
  sharedCap?: SharedCap;
  /** Signs calls between ad servers. Absent: none are accepted. */
  internalKeys?: Keys;
  /** Absent: calls for other processes' ads do not count. */
  createRelay?: (metrics: Metrics) => Relay;
};

/** Dependencies of an ad server's routes. */
export type AdServer = {
  engine: Engine;
  adsUrl: string;
  publicUrl: string;
  adSeal: AdSeal;
  /** Identifiers of clicks, by which advertisers report conversions. */
  clickIds: ClickIds;
  conversions: Conversions;
  /** Signs and verifies advertisers' remarketing tags. */
  remarketing: Signer;
  /** Verifies preview URLs of held files. */
  previews: Signer;
  keys: VisitorKeys;
  optOuts: OptOuts;
  metrics: Metrics;
  counting: Counting;
  load: LoadWatch;
  sharedCap: SharedCap | undefined;
  internalKeys: Keys | undefined;
  relay: Relay | undefined;
  /** Counts the calls that came to others while this process did not run. Absent: there are none. */
  collectDeferred?: () => Promise<void>;
  responseContext: ResponseContext;
  /** What parsing needs to know about an exchange. */
  parseContext: (exchange: string, settings?: Pick<Exchange, "domain" | "profile" | "account">) => ParseContext;
  /** By name; `applyExchanges` replaces them. */
  exchanges: ReadonlyMap<string, ExchangeAccess>;
  exchangeTraffic: Map<string, ExchangeTraffic>;
  /** IDs of creatives that may run, by exchange, for those that register creatives. */
  approvedCreatives: ReadonlyMap<string, ReadonlySet<string>>;
  /** Requests of pages' own auctions; no exchange, so it has no bid URL and sends no notices. */
  pages: ExchangeAccess;
  adUnits: AdUnitCounts;
  appNames: AppNames;
  pageMargins: Margins | undefined;
  /** The domains on which the publishers' tag shows ads. */
  tagDomains: ReadonlySet<string>;
  /** The placements of publishers with verified sites. */
  placements: Placements;
  /** The hosts from which third-party tags may load, with their subdomains. */
  thirdPartyHosts: readonly string[];
  /** Whom buyers may ask about the sellers in sellers.json. */
  sellersContact: SellersContact;
  listSellers: () => Promise<ListedSeller[]>;
  findFile: (name: string) => Promise<AdFile | null>;
  findHeldFile: AdServerParts["loadHeldFile"];
  findSnapshot: AdServerParts["findSnapshot"];
  isReady: () => boolean;
};

const initialResponseBytes = 64 * 1024;
const maxCachedAddresses = 20_000;

/** Browsers treat localhost like HTTPS. */
const isSecure = (adsUrl: string): boolean => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(adsUrl);

export function createAdServer(parts: AdServerParts): AdServer {
  const { engine, adsUrl, process, load } = parts;
  const seat = parts.seat ?? "litfass";
  const seal = adSeal(parts.signingKeys, engine.random);
  const keys = visitorKeys(parts.lastingKeys);
  const optOuts = inMemoryOptOuts();
  const metrics = createMetrics();
  const nowMs = (): number => engine.clock.now().getTime();
  addGauge(metrics, "campaigns", "Campaigns in the index", () => engine.index.campaigns.length);
  addGauge(metrics, "currency_rates_age_days", "Age of the currency rates in days", () =>
    ratesAgeDays(engine.rates.asOfOn, engine.clock.now()),
  );
  addGauge(metrics, "event_loop_delay_seconds", "Delay of the event loop", () => Math.max(0, load.waitMs()) / 1000);
  const classify = visitorClassifier();
  const placements = newPlacements();
  const traffic = trafficCheck(parts.isDataCentre && memoize(parts.isDataCentre, maxCachedAddresses));
  const shared = {
    seat,
    isSecure: isSecure(adsUrl),
    vendorId: parts.tcfVendorId,
    classify,
    keys,
    locate: parts.locate ?? (() => undefined),
    hasOptedOut: optOuts.has,
    remarketingOwners: (visitorKey: string) => engine.audiences.ownersFor(visitorKey),
  };
  const parseContext: AdServer["parseContext"] = (exchange, { domain = "", profile, account } = {}) => {
    const { takesImp, accountIsSeat } = rulesOf(profile);
    return {
      ...shared,
      seat: accountIsSeat && account !== undefined ? account : seat,
      exchange,
      refusal: (ip, visitorKey, atMs) => traffic.refusal(ip, { visitorKey, exchange }, atMs),
      system: domain,
      takesImp: takesImp && ((imp) => takesImp(imp, account)),
    };
  };
  return {
    engine,
    adsUrl,
    publicUrl: parts.publicUrl,
    adSeal: seal,
    clickIds: clickIds(parts.signingKeys, engine.random),
    conversions: newConversions(parts.recordConversion, nowMs),
    remarketing: remarketingSigner(parts.lastingKeys),
    previews: previewSigner(parts.signingKeys),
    keys,
    optOuts,
    metrics,
    load,
    sharedCap: parts.sharedCap,
    internalKeys: parts.internalKeys,
    relay: parts.createRelay?.(metrics),
    counting: {
      engine,
      process,
      knowsSinceMs: nowMs(),
      seen: seenAds(nowMs),
      held: new Map(),
      lastCallMs: 0,
      traffic,
      metrics,
      sharedCap: parts.sharedCap,
      shareOf(impId, atMs) {
        const shares = placements.shares.get(placementOfImp(impId) ?? 0);
        return shares === undefined ? undefined : shareAt(shares, atMs);
      },
      publisherOf: (site) => publisherOf(placements, site),
      costs: { won: recentPrices(nowMs), remainders: new Map(parts.carried) },
      append: parts.append,
      formatInstant: instantFormat(),
    },
    responseContext: {
      adsUrl,
      process,
      seat,
      adSystem: productName,
      adSeal: seal,
      random: engine.random,
      thirdPartyHosts: [],
      usual: newDialect(),
      dialects: new Map(),
      writer: newBufferWriter(initialResponseBytes),
    },
    parseContext,
    exchanges: new Map(),
    exchangeTraffic: new Map(),
    approvedCreatives: new Map(),
    pages: accessOf({ name: pageExchange }, { processes: () => 1, parseContext, trafficOf: newExchangeTraffic }),
    adUnits: newAdUnitCounts(),
    appNames: newAppNames(),
    pageMargins: parts.pageMargins,
    tagDomains: new Set(parts.tagDomains),
    placements,
    thirdPartyHosts: [],
    sellersContact: { email: "", address: "" },
    listSellers: parts.listSellers ?? (async () => []),
    findFile: cachedAdFiles(parts.loadFile),
    findHeldFile: parts.loadHeldFile,
    findSnapshot: parts.findSnapshot,
    isReady: parts.isReady,
  };
}
