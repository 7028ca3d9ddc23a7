import { type Format, sizeOf } from "@litfass/contract/kernel/formats";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, tooMany } from "@litfass/platform/problem";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";
import { publishTag } from "../../ad-file-sql.ts";
import type { BannerTools } from "../accept-banner-zip.ts";
import type { AcceptedUpload } from "../accept-own-banner.ts";
import { collectFindings, type FoundEntries } from "../banner-findings.ts";
import type { BannerFacts } from "../banner-report.ts";
import type { TagInput } from "./check-tag-task.ts";

const retrySeconds = 10;

/** A tag for one format, and the hosts from which it may load. */
type NewTag = TagInput & { format: Format };

/**
 * Checks a third-party tag. It is parsed in a worker thread, because it is untrusted.
 * @returns it, to be stored as a banner, or the findings for which it is refused.
 * @throws 422 for a format that is not offered or a tag that cannot be parsed, 429 while others are checked.
 */
export async function acceptTag(
  { workers, offered }: BannerTools,
  { format, tag, allowed }: NewTag,
): Promise<{ accepted: AcceptedUpload | null; refused: BannerFacts | null }> {
  if (!offered.includes(format)) throw invalid({ format: ["own_banner.format"] });
  const found = await check(workers, { tag, allowed });
  const facts: BannerFacts = { found, size: sizeOf(format), files: [], isTag: true };
  if (collectFindings(found).hasErrors()) return { accepted: null, refused: facts };
  const store = async (tx: Transaction) => {
    const file = await publishTag(tx, tagDocument(tag), { held: true });
    return { kind: "html" as const, file, name: tagName(found), width: null, height: null };
  };
  return { accepted: { type: "html5", format, store, facts }, refused: null };
}

async function check(workers: BannerTools["workers"], input: TagInput): Promise<FoundEntries> {
  try {
    return await workers.run<FoundEntries>(new URL("./check-tag-task.ts", import.meta.url), input);
  } catch (error) {
    if (error instanceof WorkerLimitError && error.limit === "queue") throw tooMany(retrySeconds);
    // The parser aborts deep nesting with a RangeError.
    if (!(error instanceof WorkerLimitError || error instanceof RangeError)) throw error;
    throw invalid({ tag: ["own_banner.tag_complex"] });
  }
}

/** The document in which a tag is served, unchanged except for its macros. */
const tagDocument = (tag: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Ad</title><style>body{margin:0}</style></head><body>\n${tag}\n</body></html>`;

/** The network's name, where uploaded banners have that of their file. */
const tagName = (found: FoundEntries): string =>
  found.find(([code]) => code === "tag_network")?.[1][0]?.split(":")[0] ?? "Third-party tag";
