import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import {
  type AdsTxtFile,
  type AdsTxtKind,
  type JudgedSeller,
  rootDomain,
  type Seller,
  type SellerPolicy,
  usualSellerPolicy,
} from "../../../server/src/modules/supply/index.ts";
import type { AdRequest, RequestSeller } from "../kernel/ad-request.ts";
import { rememberedOf } from "../kernel/memoize.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";

/** A publisher's ads.txt or app-ads.txt, as far as this process knows it. */
type PublisherFile = {
  kind: AdsTxtKind;
  domain: string;
  isLoaded: boolean;
  /** When the API last asked for it. */
  knownAt: Date;
  /** Who may sell, as "system account"; undefined where the file is unread or there is none. */
  accounts: Set<string> | undefined;
  /** Hosts whose own file holds in place of this one. */
  subdomains: Set<string>;
};

type SellerEntry = {
  seller: Seller;
  /** As the API found it, with the system's own list of sellers. */
  verdict: SellerVerdict;
  /** Whether the publisher's file names the seller; undefined where no file is known. */
  isListed: boolean | undefined;
  /** The book's edition that `isListed` is of. */
  edition: number;
  isMet: boolean;
  /** No longer in the book, and not to be used. */
  isEvicted: boolean;
};

/** What this process knows of sellers, most recently met last, and whom it met since it last told. */
export type SellerBook = {
  policy: SellerPolicy;
  entries: Map<string, SellerEntry>;
  files: Map<string, PublisherFile>;
  /** Accounts in all files. */
  accounts: number;
  /** Rises whenever a file changes. */
  edition: number;
  met: SellerEntry[];
};

export const newSellerBook = (): SellerBook => ({
  policy: usualSellerPolicy,
  entries: new Map(),
  files: new Map(),
  accounts: 0,
  edition: 0,
  met: [],
});

const maxEntries = 200_000;
const maxFiles = 20_000;
const maxAccounts = 1_000_000;
/** Sellers told to the API at a time. */
const maxTold = 5_000;

const keyOf = (site: string, domain: string, system: string, id: string): string => `${site} ${domain} ${system} ${id}`;
const fileKeyOf = (kind: AdsTxtKind, domain: string): string => `${kind} ${domain}`;
const kindOf = ({ siteKind }: Seller): AdsTxtKind => (siteKind === "app" ? "app-ads.txt" : "ads.txt");

/** The entries of who sells: they come with each of a publisher's requests. */
const knownEntries = rememberedOf(
  (_seller: RequestSeller): { book: SellerBook | undefined; site: string; entries: SellerEntry[] } => ({
    book: undefined,
    site: "",
    entries: [],
  }),
);

/**
 * Why a request's seller is refused; undefined where it is not. Every account of its chain must be authorised: the
 * publisher's file decides at once where it is known, the API's verdict adds what the system's own list says.
 */
export function refusedSeller(book: SellerBook, { seller, site, siteKind }: AdRequest): NoBidReason | undefined {
  if (seller === undefined) return undefined;
  const { policy } = book;
  let isUnauthorised = false;
  for (const entry of entriesOf(book, seller, site, siteKind)) {
    if (!entry.isMet) meet(book, entry);
    if (entry.edition !== book.edition) {
      entry.isListed = isListed(book, entry.seller);
      entry.edition = book.edition;
    }
    if (entry.verdict === "unauthorised" || entry.isListed === false) isUnauthorised = true;
  }
  if (policy.refusesBrokenChains && seller.chain === "broken") return "broken_supply_chain";
  if (policy.refusesIncompleteChains && seller.chain === "incomplete") return "broken_supply_chain";
  return isUnauthorised && policy.refusesUnauthorised ? "unauthorised_seller" : undefined;
}

function entriesOf(book: SellerBook, seller: RequestSeller, site: string, siteKind: Seller["siteKind"]): SellerEntry[] {
  const known = knownEntries(seller);
  if (known.book === book && known.site === site && !known.entries.some(({ isEvicted }) => isEvicted)) {
    return known.entries;
  }
  known.book = book;
  known.site = site;
  known.entries = [];
  if (seller.domain === "" || site === "") return known.entries;
  for (const { system, id } of seller.nodes) {
    known.entries.push(entryOf(book, { siteKind, site, domain: seller.domain, system, sellerId: id }));
  }
  return known.entries;
}

function entryOf(book: SellerBook, seller: Seller): SellerEntry {
  const key = keyOf(seller.site, seller.domain, seller.system, seller.sellerId);
  const known = book.entries.get(key);
  if (known !== undefined) return known;
  const entry: SellerEntry = {
    ...{ seller, verdict: "unknown", isListed: undefined, edition: -1 },
    ...{ isMet: false, isEvicted: false },
  };
  book.entries.set(key, entry);
  if (book.entries.size > maxEntries) {
    const [oldestKey, oldest] = book.entries.entries().next().value!;
    oldest.isEvicted = true;
    book.entries.delete(oldestKey);
  }
  fileOf(book, kindOf(seller), rootDomain(seller.domain));
  return entry;
}

/** Once between two tellings: the seller and its publisher's file are among those used last. */
function meet(book: SellerBook, entry: SellerEntry): void {
  const { seller } = entry;
  entry.isMet = true;
  book.met.push(entry);
  const key = keyOf(seller.site, seller.domain, seller.system, seller.sellerId);
  book.entries.delete(key);
  book.entries.set(key, entry);
  const file = fileOf(book, kindOf(seller), rootDomain(seller.domain));
  const fileKey = fileKeyOf(file.kind, file.domain);
  book.files.delete(fileKey);
  book.files.set(fileKey, file);
}

/** A publisher's file; one that is new is loaded with the next round. */
function fileOf(book: SellerBook, kind: AdsTxtKind, domain: string): PublisherFile {
  const key = fileKeyOf(kind, domain);
  const known = book.files.get(key);
  if (known !== undefined) return known;
  const file: PublisherFile = {
    ...{ kind, domain, isLoaded: false, knownAt: new Date(0) },
    ...{ accounts: undefined, subdomains: new Set() },
  };
  book.files.set(key, file);
  makeRoom(book, file);
  return file;
}

/** Drops the files that were not used for longest, but not the one that needs the room. */
function makeRoom(book: SellerBook, except: PublisherFile): void {
  for (const [key, file] of book.files) {
    if (book.files.size <= maxFiles && book.accounts <= maxAccounts) return;
    if (file === except) continue;
    book.files.delete(key);
    book.accounts -= file.accounts?.size ?? 0;
  }
}

function isListed(book: SellerBook, seller: Seller): boolean | undefined {
  const kind = kindOf(seller);
  let file = fileOf(book, kind, rootDomain(seller.domain));
  if (file.subdomains.has(seller.domain)) file = fileOf(book, kind, seller.domain);
  return file.accounts?.has(`${seller.system} ${seller.sellerId}`);
}

/** Sellers met since the last call, those that files do not forbid first, and no more than can be told. */
export function takeMet(book: SellerBook): Seller[] {
  const { met } = book;
  book.met = [];
  for (const entry of met) entry.isMet = false;
  const [forbidden, others] = [
    met.filter((entry) => entry.isListed === false),
    met.filter((e) => e.isListed !== false),
  ];
  return [...others, ...forbidden].slice(0, maxTold).map(({ seller }) => seller);
}

export function noteVerdicts(book: SellerBook, judged: JudgedSeller[]): void {
  for (const { verdict, ...seller } of judged) entryOf(book, seller).verdict = verdict;
}

/** The files to be loaded for the first time, and those that may have changed. */
export function wantedFiles(book: SellerBook): { fresh: PublisherFile[]; loaded: PublisherFile[] } {
  const files = [...book.files.values()];
  return { fresh: files.filter(({ isLoaded }) => !isLoaded), loaded: files.filter(({ isLoaded }) => isLoaded) };
}

/** What was found for the files that were asked for. */
export function noteFiles(book: SellerBook, asked: { kind: AdsTxtKind; domain: string }[], found: AdsTxtFile[]): void {
  for (const { kind, domain } of asked) {
    const file = book.files.get(fileKeyOf(kind, domain));
    if (file !== undefined) file.isLoaded = true;
  }
  for (const { kind, domain, triedAt, content } of found) {
    const file = book.files.get(fileKeyOf(kind, domain));
    if (file === undefined) continue;
    file.knownAt = triedAt;
    book.accounts -= file.accounts?.size ?? 0;
    file.accounts =
      content === null ? undefined : new Set(content.records.map(({ system, sellerId }) => `${system} ${sellerId}`));
    file.subdomains = new Set(content?.subdomains);
    book.accounts += file.accounts?.size ?? 0;
    makeRoom(book, file);
  }
  if (found.length > 0) book.edition++;
}
