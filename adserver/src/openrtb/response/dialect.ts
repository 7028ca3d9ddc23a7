import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { NoticeKind, OpenRtbVersion } from "@litfass/platform/config/exchanges";
import type { VastVersion } from "../../kernel/vast-version.ts";

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
  offers: WeakMap<SnapshotCreative, Offer>;
  /** The same for newer taxonomies and for players of older VAST versions. */
  otherOffers: Map<number, Map<VastVersion, WeakMap<SnapshotCreative, Offer>>>;
};

const everyNotice: readonly NoticeKind[] = ["win", "billing", "loss"];

export const newDialect = (protocol: OpenRtbVersion = "2.6", notices = everyNotice): Dialect => ({
  protocol,
  notices,
  offers: new WeakMap(),
  otherOffers: new Map(),
});

type Configured = {
  name: string;
  protocol?: OpenRtbVersion | undefined;
  notices?: readonly NoticeKind[] | undefined;
};

/** Dialects of the exchanges that differ from the usual one. Exchanges of the same dialect share their offers. */
export function dialectsOf(exchanges: Configured[]): ReadonlyMap<string, Dialect> {
  const shared = new Map<string, Dialect>();
  const named = new Map<string, Dialect>();
  for (const { name, protocol = "2.6", notices = everyNotice } of exchanges) {
    const used = everyNotice.filter((notice) => notices.includes(notice));
    if (protocol === "2.6" && used.length === everyNotice.length) continue;
    const key = [protocol, ...used].join();
    const dialect = shared.get(key) ?? newDialect(protocol, used);
    shared.set(key, dialect);
    named.set(name, dialect);
  }
  return named;
}

/** Discards prepared offers, for example because they contain the operator's name. */
export function discardOffers(dialects: Iterable<Dialect>): void {
  for (const dialect of dialects) {
    dialect.offers = new WeakMap();
    dialect.otherOffers.clear();
  }
}
