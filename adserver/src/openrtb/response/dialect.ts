import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { type ExchangeProfile, exchangeNotices, profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { NoticeKind, OpenRtbVersion } from "@litfass/platform/config/exchanges";
import type { VastVersion } from "../../kernel/vast-version.ts";
import type { ProfileRules } from "../profiles/profile.ts";
import { allowedBy, rulesOf } from "../profiles/profile-rules.ts";

/** The constant part of a bid per creative, prepared once because it is most of a response. */
export type Offer = {
  /** The first part of each token. */
  token: string;
  /** The constant JSON of a bid without its first brace and tokens. */
  json: Buffer;
  /** The positions of the tokens, then the end. */
  cuts: number[];
  /** The number of leading positions that take the notice's token; the others take the page's. */
  notices: number;
};

/** How an exchange reads bids, with the offers prepared for it. */
export type Dialect = {
  protocol: OpenRtbVersion;
  notices: readonly NoticeKind[];
  rules: ProfileRules;
  /** Our account there; undefined where bids name the operator's seat and no account. */
  account: string | undefined;
  offers: WeakMap<SnapshotCreative, Offer>;
  /** The same for newer taxonomies and for players of older VAST versions. */
  otherOffers: Map<number, Map<VastVersion, WeakMap<SnapshotCreative, Offer>>>;
};

type Configured = {
  name: string;
  protocol?: OpenRtbVersion | undefined;
  profile?: ExchangeProfile | undefined;
  account?: string | undefined;
  notices?: readonly NoticeKind[] | undefined;
};

export function newDialect({
  protocol,
  profile = "openrtb",
  account,
  notices,
}: Omit<Configured, "name"> = {}): Dialect {
  const facts = profileFacts[profile];
  return {
    protocol: facts.protocol ?? protocol ?? "2.6",
    notices: exchangeNotices.filter((notice) => allowedBy(facts.notices, notices).includes(notice)),
    rules: rulesOf(profile),
    account,
    offers: new WeakMap(),
    otherOffers: new Map(),
  };
}

/** Dialects of the exchanges that differ from the usual one. Exchanges of the same dialect share their offers. */
export function dialectsOf(exchanges: Configured[]): ReadonlyMap<string, Dialect> {
  const usual = keyOf({}, newDialect());
  const shared = new Map<string, Dialect>();
  const named = new Map<string, Dialect>();
  for (const exchange of exchanges) {
    const wanted = newDialect(exchange);
    const key = keyOf(exchange, wanted);
    if (key === usual) continue;
    const dialect = shared.get(key) ?? wanted;
    shared.set(key, dialect);
    named.set(exchange.name, dialect);
  }
  return named;
}

const keyOf = ({ profile = "openrtb" }: Pick<Configured, "profile">, { protocol, notices, account }: Dialect): string =>
  [profile, protocol, account, ...notices].join();

/** Discards prepared offers, for example because they contain the operator's name. */
export function discardOffers(dialects: Iterable<Dialect>): void {
  for (const dialect of dialects) {
    dialect.offers = new WeakMap();
    dialect.otherOffers.clear();
  }
}
