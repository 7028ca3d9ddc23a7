import type { SellerVerdict } from "@litfass/contract/sellers";
import { type JudgedSeller, type Seller, type SellerPolicy, usualSellerPolicy } from "../sellers/index.ts";
import type { AdRequest, RequestSeller } from "./ad-request.ts";
import type { NoBidReason } from "./no-bid.ts";
import { rememberedOf } from "./remembered.ts";

/** What this process knows of sellers: verdicts as the api found them, and whom it met since it last told. */
export type SellerBook = { policy: SellerPolicy; entries: Map<string, SellerEntry>; met: SellerEntry[] };
type SellerEntry = { seller: Seller; verdict: SellerVerdict; isMet: boolean };

export const newSellerBook = (): SellerBook => ({ policy: usualSellerPolicy, entries: new Map(), met: [] });

/** More sellers than this are not judged at once: who comes beyond is unknown. */
const mostEntries = 200_000;

const keyOf = (site: string, domain: string, system: string, id: string): string => `${site} ${domain} ${system} ${id}`;

/** The entries of who sells: they come with each of a publisher's requests. */
const knownEntries = rememberedOf(
  (_seller: RequestSeller): { book: SellerBook | undefined; site: string; entries: SellerEntry[] } => ({
    book: undefined,
    site: "",
    entries: [],
  }),
);

/** Why a request's seller is refused; undefined where it is not. Every account of its chain must be authorised. */
export function refusedSeller(book: SellerBook, { seller, site, siteKind }: AdRequest): NoBidReason | undefined {
  if (seller === undefined) return undefined;
  const { policy } = book;
  let isUnauthorised = false;
  const known = knownEntries(seller);
  if (known.book !== book || known.site !== site) {
    known.book = book;
    known.site = site;
    known.entries = seller.nodes.flatMap(({ system, id }) => {
      const key = keyOf(site, seller.domain, system, id);
      const entry = { siteKind, site, domain: seller.domain, system, sellerId: id };
      return book.entries.get(key) ?? addEntry(book, key, entry) ?? [];
    });
  }
  for (const entry of known.entries) {
    if (!entry.isMet) {
      entry.isMet = true;
      book.met.push(entry);
    }
    if (entry.verdict === "unauthorised") isUnauthorised = true;
  }
  if (policy.refusesBrokenChains && seller.chain === "broken") return "broken_supply_chain";
  if (policy.refusesIncompleteChains && seller.chain === "incomplete") return "broken_supply_chain";
  return isUnauthorised && policy.refusesUnauthorised ? "unauthorised_seller" : undefined;
}

function addEntry(book: SellerBook, key: string, seller: Seller): SellerEntry | undefined {
  if (book.entries.size >= mostEntries || seller.domain === "" || seller.site === "") return undefined;
  const entry: SellerEntry = { seller, verdict: "unknown", isMet: false };
  book.entries.set(key, entry);
  return entry;
}

/** Sellers met since the last call. */
export function takeMet(book: SellerBook): Seller[] {
  const met = book.met;
  book.met = [];
  for (const entry of met) entry.isMet = false;
  return met.map(({ seller }) => seller);
}

export function noteVerdicts(book: SellerBook, judged: JudgedSeller[]): void {
  for (const { verdict, ...seller } of judged) {
    const key = keyOf(seller.site, seller.domain, seller.system, seller.sellerId);
    const entry = book.entries.get(key) ?? addEntry(book, key, seller);
    if (entry !== undefined) entry.verdict = verdict;
  }
}
