import type { VastAnswer } from "@litfass/contract/creatives/vast-tags";
import type { Platform } from "@litfass/platform/platform";
import { invalid, Problem, tooMany } from "@litfass/platform/problem";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";
import { readVast, resolveVastTag } from "./resolve-vast-tag.ts";

const retrySeconds = 10;

/** A tag with what its advertiser states of the video. */
export type StatedTag = { tag: string; duration: number; width: number; height: number };
export type AcceptedTag = Omit<StatedTag, "tag"> & { url: string; answer: VastAnswer };

/**
 * Checks a VAST tag: its address, or a VAST document with it, of which only the address is used.
 * @throws 422 at `tag`, `duration` or `width` for a tag that does not lead to the stated video, 429 while others are checked.
 */
export async function acceptVastTag(
  tools: Platform,
  { tag, ...stated }: StatedTag,
  allowed: readonly string[],
): Promise<AcceptedTag> {
  if (allowed.length === 0) throw invalid({ tag: ["vast_tag.off"] });
  const url = await withinLimits(() => addressIn(tools, tag.trim()));
  const { answer, problem } = await withinLimits(() => resolveVastTag(tools, url, allowed));
  if (problem) throw refusal("tag", problem.code, problem.value);
  if (answer.duration !== stated.duration) throw refusal("duration", "vast_tag.duration", String(answer.duration));
  const { media } = answer;
  if (!media.some(({ width, height }) => width === stated.width && height === stated.height)) {
    const sizes = [...new Set(media.map(({ width, height }) => `${width} × ${height}`))];
    throw refusal("width", "vast_tag.size", sizes.slice(0, 5).join(", "));
  }
  return { ...stated, url, answer };
}

const refusal = (field: string, code: string, value: string): Problem =>
  new Problem("invalid", { errors: { [field]: [code] }, values: { value } });

/** The address itself, or the one that a pasted wrapper leads to. */
async function addressIn({ workers }: Platform, text: string): Promise<string> {
  const document = text.startsWith("<") ? await readVast(workers, text) : undefined;
  const url = document === undefined ? text : document.kind === "wrapper" ? document.url : "";
  // Quotes and brackets of markup would have to be escaped in our document, which would change the address.
  if (!/^https?:\/\/[^\s"'`<>\\]{1,2000}$/i.test(url) || !URL.canParse(url))
    throw invalid({ tag: ["vast_tag.address"] });
  return url;
}

async function withinLimits<Output>(work: () => Promise<Output>): Promise<Output> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkerLimitError && error.limit === "queue") throw tooMany(retrySeconds);
    // The parser aborts deep nesting with a RangeError.
    if (!(error instanceof WorkerLimitError || error instanceof RangeError)) throw error;
    throw invalid({ tag: ["own_banner.tag_complex"] });
  }
}
