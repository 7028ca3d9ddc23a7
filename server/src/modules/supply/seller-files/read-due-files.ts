import { rootDomain } from "@litfass/adserver/index";
import type { AdsTxt, Seller } from "@litfass/contract/supply/seller-records";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { listSellersOf, saveVerdicts } from "../sellers/seller-sql.ts";
import { type Judgement, judgeSeller, type Known } from "../sellers/verdict.ts";
import {
  publicAddresses,
  type Reading,
  readSellerFile,
  type SellerFileAddresses,
  type SellerFileKind,
} from "./seller-file.ts";
import { findFile, listDueFiles, removeOldSellers, type SellerFileRequest, saveReading } from "./seller-file-sql.ts";
import type { SellersJson } from "./sellers-json.ts";

const readJob = "sellers.read-files";
const cleanupJob = "sellers.forget";
const maxFilesPerRun = 40;
const concurrency = 4;
const dayMs = 86_400_000;
const firstRetryMs = 15 * 60_000;

/** Reads due files every minute, each file once a day, and judges the affected sellers. */
export function sellerJobs(platform: Platform): void {
  platform.jobs.work(readJob, () => readDueFiles(platform));
  platform.jobs.schedule(readJob, "* * * * *");
  platform.jobs.work(cleanupJob, async () => {
    await removeOldSellers(platform.db, platform.clock.now());
  });
  platform.jobs.schedule(cleanupJob, "53 2 * * *");
}

/** The demo's publishers use reserved names, so the sandbox serves their files. */
const addressesFor =
  (sandboxUrl: string | null): SellerFileAddresses =>
  (kind, domain) =>
    sandboxUrl !== null && domain.endsWith(".example")
      ? [`${sandboxUrl}/exchange/files/${domain}/${kind}`]
      : publicAddresses(kind, domain);

type Reader = Pick<Platform, "config" | "egress">;

/** Reads a domain's file now, without storing it. Never throws. */
export const readFileNow = ({ config, egress }: Reader, kind: SellerFileKind, domain: string): Promise<Reading> =>
  readSellerFile(egress, addressesFor(config.sandboxUrl), kind, domain);

/** Reads an advertising system's sellers.json now, without storing it. Never throws. */
export const readSellersJson = (reader: Reader, domain: string): Promise<Reading> =>
  readFileNow(reader, "sellers.json", domain);

/** In a day; after failures with exponential backoff up to a day. */
const nextAfter = (now: Date) => (failures: number) =>
  new Date(now.getTime() + (failures === 0 ? dayMs : Math.min(dayMs, firstRetryMs * 2 ** (failures - 1))));

/** Reads due files with bounded concurrency, then judges the sellers whose verdict depends on them. */
export async function readDueFiles({ db, egress, clock, config }: Platform): Promise<void> {
  const now = clock.now();
  const due = await listDueFiles(db, now, maxFilesPerRun);
  const addresses = addressesFor(config.sandboxUrl);
  const waiting = [...due];
  const worker = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const reading = await readSellerFile(egress, addresses, file.kind, file.domain);
      await saveReading(db, file, reading, now, nextAfter(now));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await judgeSellers(db, due, now);
}

async function judgeSellers(db: Executor, files: SellerFileRequest[], now: Date): Promise<void> {
  const changed = (isSystem: boolean) =>
    files.filter(({ kind }) => (kind === "sellers.json") === isSystem).map(({ domain }) => domain);
  const sellers = await listSellersOf(db, { domains: changed(false), systems: changed(true) });
  const known = new Map<string, Known<unknown>>();
  const knownOf = async <Content>(kind: SellerFileRequest["kind"], domain: string): Promise<Known<Content>> => {
    const key = `${kind} ${domain}`;
    let found = known.get(key);
    if (found === undefined) {
      const file = await findFile(db, { kind, domain }, now);
      const content = file?.content;
      found = content ? { content } : file?.outcome === "absent" ? "absent" : "unread";
      known.set(key, found);
    }
    return found as Known<Content>;
  };
  const judged: (Seller & Judgement)[] = [];
  for (const seller of sellers) {
    const kind = seller.siteKind === "app" ? "app-ads.txt" : "ads.txt";
    let adsTxt = await knownOf<AdsTxt>(kind, rootDomain(seller.domain));
    const isPointedTo = typeof adsTxt === "object" && adsTxt.content.subdomains.includes(seller.domain);
    if (isPointedTo) adsTxt = await knownOf<AdsTxt>(kind, seller.domain);
    const sellersJson = await knownOf<SellersJson>("sellers.json", seller.system);
    judged.push({ ...seller, ...judgeSeller(seller, adsTxt, sellersJson) });
  }
  await saveVerdicts(db, judged);
}
