import type { Format } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { Egress } from "@litfass/platform/egress/egress";
import type { UploadedFile } from "@litfass/platform/http/form";
import { invalid, tooMany } from "@litfass/platform/problem";
import { WorkerLimitError, type WorkerQueue } from "@litfass/platform/worker/worker-pool";
import { t } from "../texts.ts";
import type { AssembledBanner, BannerInput } from "./assemble-banner-task.ts";
import { collectFindings } from "./banner-findings.ts";
import { copyLibraries, isLibrary } from "./libraries/copy-libraries.ts";
import { readPictureFacts } from "./picture-facts.ts";
import type { UnpackedZip, ZipProblemCode } from "./read-zip.ts";
import type { ZipReading } from "./read-zip-task.ts";

const zipField = "file";
const retrySeconds = 10;

export type BannerTools = { workers: WorkerQueue; egress: Egress; offered: readonly Format[] };

/**
 * Checks an uploaded zip like ad operations and prepares the banner for serving. It is untrusted: unpacked and parsed
 * in worker threads. Public libraries it names are copied into it.
 * @throws 422 at `file` for a file that is not a zip, is hostile, damaged or too complex, or has no page; 429 while
 * others are checked.
 */
export async function acceptBannerZip(
  { workers, egress, offered }: BannerTools,
  uploads: UploadedFile[],
  lang: Language,
): Promise<AssembledBanner> {
  const upload = uploads.find(({ field }) => field === zipField);
  if (!upload) throw invalid({ [zipField]: ["rule.required"] });
  const { files, leftOut } = await unpack(workers, upload.path, lang);
  const findings = collectFindings();
  for (const name of leftOut) findings.add("left_out", name);
  const page = pageOf([...files.keys()]);
  if (!page) throw invalid({ [zipField]: [t(lang, "zip.no_page")] });
  if (!/(^|\/)index\.html$/.test(page)) findings.add("index_missing", page);
  const pictures = await readPictureFacts(files);
  const zip = upload.filename;
  const input = () => ({ page, zip, files, pictures, found: findings.entries(), offered });
  const banner = await assemble(workers, input(), lang);
  if (!banner.external.some(isLibrary)) return banner;
  const copied = await copyLibraries(egress, { page, files, addresses: banner.external });
  if (copied.length === 0) return banner;
  for (const address of copied) findings.add("library_copied", address);
  return assemble(workers, input(), lang);
}

const assemble = (workers: BannerTools["workers"], input: BannerInput, lang: Language): Promise<AssembledBanner> =>
  runOnZip(workers, new URL("./assemble-banner-task.ts", import.meta.url), input, lang);

async function runOnZip<Output>(
  workers: BannerTools["workers"],
  task: URL,
  input: unknown,
  lang: Language,
): Promise<Output> {
  try {
    return await workers.run<Output>(task, input);
  } catch (error) {
    if (error instanceof WorkerLimitError && error.limit === "queue") throw tooMany(retrySeconds);
    // Parsers abort deep nesting with a RangeError.
    if (!(error instanceof WorkerLimitError || error instanceof RangeError)) throw error;
    throw invalid({ [zipField]: [t(lang, "zip.too_complex")] });
  }
}

async function unpack(workers: BannerTools["workers"], path: string, lang: Language): Promise<UnpackedZip> {
  const reading = await runOnZip<ZipReading>(workers, new URL("./read-zip-task.ts", import.meta.url), path, lang);
  if ("problem" in reading) throw invalid({ [zipField]: [zipMessage(reading.problem, reading.file, lang)] });
  // Buffers lose their class between threads.
  const files = [...reading.files].map(([name, { buffer, byteOffset, length }]): [string, Buffer] => [
    name,
    Buffer.from(buffer, byteOffset, length),
  ]);
  return { files: new Map(files), leftOut: reading.leftOut };
}

/** Why a zip is rejected. An unreadable name leaves no gap in the sentence. */
const zipMessage = (code: ZipProblemCode, file: string | null, lang: Language): string =>
  code === "bad_name" && !file ? t(lang, "zip.bad_name_hidden") : t(lang, `zip.${code}`, { file: file ?? "" });

/** The topmost index.html, or the only other page. */
function pageOf(names: string[]): string | null {
  const pages = names.filter((name) => /\.html?$/i.test(name));
  const depth = (name: string): number => name.split("/").length;
  const [index] = pages.filter((name) => /(^|\/)index\.html$/.test(name)).sort((a, b) => depth(a) - depth(b));
  return index ?? (pages.length === 1 ? (pages[0] ?? null) : null);
}
