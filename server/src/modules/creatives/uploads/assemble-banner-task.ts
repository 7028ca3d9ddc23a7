import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { Language } from "@litfass/contract/kernel/messages";
import { bannerDocument } from "./banner-document.ts";
import { bannerFiles } from "./banner-files.ts";
import { collectFindings, type FoundEntries } from "./banner-findings.ts";
import { checkDocument, checkVectors, sizeIn } from "./check-banner.ts";

/** `page` is the name of the banner's HTML file; `found` are the findings so far. */
export type BannerInput = { page: string; files: Map<string, Uint8Array>; found: FoundEntries; lang: Language };
export type AcceptedBanner = { html: string; report: BannerReport };

/** As heavy as a banner may be, in bytes of all files that it loads. */
const maxWeightBytes = 150_000;

/** Runs in a worker thread: makes one HTML file of an unpacked banner and checks it. */
export default function assembleBanner({ page, files, found, lang }: BannerInput): AcceptedBanner {
  // Buffers lose their class on the way between threads.
  const unpacked = new Map(
    [...files].map(([name, body]) => [name, Buffer.from(body.buffer, body.byteOffset, body.length)]),
  );
  const findings = collectFindings(found);
  for (const name of checkVectors(unpacked, findings)) unpacked.delete(name);
  const loaded = bannerFiles(unpacked, findings);
  loaded.used.add(page);
  const document = bannerDocument(page, loaded, findings);
  checkDocument(document, findings);
  for (const name of loaded.names) if (!loaded.used.has(name)) findings.add("unused_file", name);
  const weight = [...loaded.used].reduce((sum, name) => sum + loaded.sizeOf(name), 0);
  if (weight > maxWeightBytes) findings.add("weight", `${Math.round(weight / 1000)} KB`);

  const list = findings.list(lang);
  const size = sizeIn(document.size);
  return {
    html: document.html,
    report: {
      ok: list.every(({ severity }) => severity !== "error"),
      width: size?.width ?? null,
      height: size?.height ?? null,
      weight_bytes: weight,
      files: loaded.names.map((name) => ({
        name,
        size_bytes: loaded.sizeOf(name),
        is_used: loaded.used.has(name),
      })),
      findings: list,
    },
  };
}
