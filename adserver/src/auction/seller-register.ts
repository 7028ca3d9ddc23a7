import {
  type AdsTxtFile,
  type AdsTxtKind,
  defaultSellerPolicy,
  type JudgedSeller,
  type Seller,
  type SellerPolicy,
} from "@litfass/contract/supply/seller-records";
import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import type { AdRequest, RequestSeller } from "../kernel/ad-request.ts";
import { memoizeByRef } from "../kernel/memoize.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";

/** A publisher's ads.txt or app-ads.txt in the memory of this process. */
type PublisherFile = {
  kind: AdsTxtKind;
  domain: string;
  isLoaded: boolean;
  /** When the API last tried to read it. */
  knownAt: Date;
  /** Authorized accounts as "system account"; undefined without a readable file. */
  accounts: Set<string> | undefined;
  /** Hosts with their own file, which replaces this one. */
  subdomains: Set<string>;
};

type SellerEntry = {
  seller: Seller;
  /** The API's verdict, which also considers the system's sellers.json. */
  verdict: SellerVerdict;
  /** Whether the publisher's file lists the account; undefined without a file. */
  isListed: boolean | undefined;
  /** The register's edition at which `isListed` was computed. */
  edition: number;
  /** Whether it is in `seen` already. */
  isSeen: boolean;
  /** Removed from the register; cached references must be dropped. */
  isEvicted: boolean;
};

/** The sellers that this process knows, the most recently seen last. */
export type SellerRegister = {
  policy: SellerPolicy;
  entries: Map<string, SellerEntry>;
  files: Map<string, PublisherFile>;
  /** Number of accounts in all files. */
  accounts: number;
  /** Increases whenever a file changes. */
  edition: number;
  /** Sellers since the last `takeSeen`. */
  seen: SellerEntry[];
  /** Entries per parsed seller object, which recurs with each request of a publisher. */
  entriesBySeller: (seller: RequestSeller) => { site: string; entries: SellerEntry[] };
  /** The registrable domain of a host; injected because the auction imports no package. */
  rootDomain: (host: string) => string;
};

export const newSellerRegister = (rootDomain: SellerRegister["rootDomain"]): SellerRegister => ({
  policy: defaultSellerPolicy,
  entries: new Map(),
  files: new Map(),
  accounts: 0,
  edition: 0,
  seen: [],
  entriesBySeller: memoizeByRef(() => ({ site: "", entries: [] })),
  rootDomain,
});

const maxEntries = 200_000;
const maxFiles = 20_000;
const maxAccounts = 1_000_000;
/** Sellers reported to the API at a time. */
const maxReported = 5_000;

const keyOf = (site: string, domain: string, system: string, id: string): string => `${site} ${domain} ${system} ${id}`;
const fileKeyOf = (kind: AdsTxtKind, domain: string): string => `${kind} ${domain}`;
const kindOf = ({ siteKind }: Seller): AdsTxtKind => (siteKind === "app" ? "app-ads.txt" : "ads.txt");

/**
 * Why a request's seller gets no bid; undefined if it may. Every account of its chain must be authorized: by the
 * publisher's file where this process has it, and by the API's verdict, which also considers sellers.json.
 */
export function refusedSeller(
  register: SellerRegister,
  { seller, site, siteKind }: Pick<AdRequest, "seller" | "site" | "siteKind">,
): NoBidReason | undefined {
  if (seller === undefined) return undefined;
  const { policy } = register;
  let isUnauthorised = false;
  for (const entry of entriesOf(register, seller, site, siteKind)) {
    if (!entry.isSeen) markSeen(register, entry);
    if (entry.edition !== register.edition) {
      entry.isListed = isListed(register, entry.seller);
      entry.edition = register.edition;
    }
    if (entry.verdict === "unauthorised" || entry.isListed === false) isUnauthorised = true;
  }
  if (policy.refusesBrokenChains && seller.chain === "broken") return "broken_supply_chain";
  if (policy.refusesIncompleteChains && seller.chain === "incomplete") return "broken_supply_chain";
  return isUnauthorised && policy.refusesUnauthorised ? "unauthorised_seller" : undefined;
}

function entriesOf(
  register: SellerRegister,
  seller: RequestSeller,
  site: string,
  siteKind: Seller["siteKind"],
): SellerEntry[] {
  const known = register.entriesBySeller(seller);
  if (known.site === site && !known.entries.some(({ isEvicted }) => isEvicted)) {
    return known.entries;
  }
  known.site = site;
  known.entries = [];
  if (seller.domain === "" || site === "") return known.entries;
  for (const { system, id } of seller.nodes) {
    known.entries.push(entryOf(register, { siteKind, site, domain: seller.domain, system, sellerId: id }));
  }
  return known.entries;
}

function entryOf(register: SellerRegister, seller: Seller): SellerEntry {
  const key = keyOf(seller.site, seller.domain, seller.system, seller.sellerId);
  const known = register.entries.get(key);
  if (known !== undefined) return known;
  const entry: SellerEntry = {
    ...{ seller, verdict: "unknown", isListed: undefined, edition: -1 },
    ...{ isSeen: false, isEvicted: false },
  };
  register.entries.set(key, entry);
  if (register.entries.size > maxEntries) {
    for (const [oldestKey, oldest] of register.entries) {
      oldest.isEvicted = true;
      register.entries.delete(oldestKey);
      break;
    }
  }
  fileOf(register, kindOf(seller), register.rootDomain(seller.domain));
  return entry;
}

/** Once per report: moves the seller and its publisher's file to the recently used end. */
function markSeen(register: SellerRegister, entry: SellerEntry): void {
  const { seller } = entry;
  entry.isSeen = true;
  register.seen.push(entry);
  const key = keyOf(seller.site, seller.domain, seller.system, seller.sellerId);
  register.entries.delete(key);
  register.entries.set(key, entry);
  const file = fileOf(register, kindOf(seller), register.rootDomain(seller.domain));
  const fileKey = fileKeyOf(file.kind, file.domain);
  register.files.delete(fileKey);
  register.files.set(fileKey, file);
}

/** A publisher's file; a new one is loaded with the next synchronization. */
function fileOf(register: SellerRegister, kind: AdsTxtKind, domain: string): PublisherFile {
  const key = fileKeyOf(kind, domain);
  const known = register.files.get(key);
  if (known !== undefined) return known;
  const file: PublisherFile = {
    ...{ kind, domain, isLoaded: false, knownAt: new Date(0) },
    ...{ accounts: undefined, subdomains: new Set() },
  };
  register.files.set(key, file);
  evictFiles(register, file);
  return file;
}

/** Evicts the least recently used files while the register is too large, except the new one. */
function evictFiles(register: SellerRegister, except: PublisherFile): void {
  for (const [key, file] of register.files) {
    if (register.files.size <= maxFiles && register.accounts <= maxAccounts) return;
    if (file === except) continue;
    register.files.delete(key);
    register.accounts -= file.accounts?.size ?? 0;
  }
}

function isListed(register: SellerRegister, seller: Seller): boolean | undefined {
  const kind = kindOf(seller);
  let file = fileOf(register, kind, register.rootDomain(seller.domain));
  if (file.subdomains.has(seller.domain)) file = fileOf(register, kind, seller.domain);
  return file.accounts?.has(`${seller.system} ${seller.sellerId}`);
}

/** Sellers seen since the last call, at most `maxReported`; authorized ones last. */
export function takeSeen(register: SellerRegister): Seller[] {
  const { seen } = register;
  register.seen = [];
  for (const entry of seen) entry.isSeen = false;
  const [forbidden, others] = [
    seen.filter((entry) => entry.isListed === false),
    seen.filter((e) => e.isListed !== false),
  ];
  return [...others, ...forbidden].slice(0, maxReported).map(({ seller }) => seller);
}

export function applyVerdicts(register: SellerRegister, judged: JudgedSeller[]): void {
  for (const { verdict, ...seller } of judged) entryOf(register, seller).verdict = verdict;
}

/** Files to load for the first time, and loaded files that may have changed. */
export function filesToLoad(register: SellerRegister): { unloaded: PublisherFile[]; loaded: PublisherFile[] } {
  const files = [...register.files.values()];
  return { unloaded: files.filter(({ isLoaded }) => !isLoaded), loaded: files.filter(({ isLoaded }) => isLoaded) };
}

/** Stores the files found for a request; a requested file without a result is marked as loaded. */
export function applyFiles(
  register: SellerRegister,
  requested: { kind: AdsTxtKind; domain: string }[],
  found: AdsTxtFile[],
): void {
  for (const { kind, domain } of requested) {
    const file = register.files.get(fileKeyOf(kind, domain));
    if (file !== undefined) file.isLoaded = true;
  }
  for (const { kind, domain, triedAt, content } of found) {
    const file = register.files.get(fileKeyOf(kind, domain));
    if (file === undefined) continue;
    file.knownAt = triedAt;
    register.accounts -= file.accounts?.size ?? 0;
    file.accounts =
      content === null ? undefined : new Set(content.records.map(({ system, sellerId }) => `${system} ${sellerId}`));
    file.subdomains = new Set(content?.subdomains);
    register.accounts += file.accounts?.size ?? 0;
    evictFiles(register, file);
  }
  if (found.length > 0) register.edition++;
}
