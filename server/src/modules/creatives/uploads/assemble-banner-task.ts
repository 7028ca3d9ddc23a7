import { bannerDocument } from "./banner-document.ts";
import { bannerFiles } from "./banner-files.ts";
import { collectFindings, type FoundEntries } from "./banner-findings.ts";
import { type BannerFolder, bannerFolder } from "./banner-folder.ts";
import { fileReports, loadsOf } from "./banner-loads.ts";
import { type BannerFacts, reportLoads, sizeText } from "./banner-report.ts";
import { assumedSize, namedSize, sizeIn } from "./banner-size.ts";
import { checkDocument, checkPictures, checkVectors } from "./check-banner.ts";
import type { PictureFacts } from "./picture-facts.ts";

/** `page` is the name of the banner's HTML file, `zip` that of the upload; `found` are the findings so far. */
export type BannerInput = {
  page: string;
  zip: string;
  files: Map<string, Uint8Array>;
  pictures: PictureFacts;
  found: FoundEntries;
  /** The formats that can be booked. */
  offered: readonly string[];
};
export type AssembledBanner = {
  /** The banner as one HTML file. */
  html: string;
  /** The banner as served. */
  folder: BannerFolder;
  facts: BannerFacts;
  /** URLs of other servers in its page, styles and scripts. */
  external: string[];
};

/** URLs of other servers beyond this number are not copied. */
const maxExternal = 40;

/** Runs in a worker thread: checks an unpacked banner and prepares it for serving. */
export default function assembleBanner({ page, zip, files, pictures, found, offered }: BannerInput): AssembledBanner {
  // Buffers lose their class between threads.
  const unpacked = new Map(
    [...files].map(([name, body]) => [name, Buffer.from(body.buffer, body.byteOffset, body.length)]),
  );
  const findings = collectFindings(found);
  for (const name of [...checkVectors(unpacked, findings), ...pictures.broken]) unpacked.delete(name);
  const loaded = bannerFiles(unpacked, findings);
  loaded.used.add(page);
  const document = bannerDocument(page, loaded, findings);
  checkDocument(document, findings);
  checkPictures(pictures, document.initial, findings);
  const reports = fileReports(loaded, document);
  if (!document.mayLoad) {
    for (const name of loaded.names) if (!loaded.used.has(name)) findings.add("unused_file", name);
  }
  const declared = sizeIn(document.size);
  const size = declared ?? assumedSize({ names: [zip, page], ...document, offered });
  if (!size) findings.add("size_missing");
  else if (!declared) findings.add("size_assumed", `${size.width}x${size.height}`);
  const named = namedSize([zip, page]);
  // File names may contain any two numbers: only another booked format casts doubt on the declared size.
  if (declared && named && offered.includes(sizeText(named)) && sizeText(named) !== sizeText(declared)) {
    findings.add("size_conflict", `${sizeText(declared)}, ${sizeText(named)}`);
  }
  if (size && !offered.includes(sizeText(size))) findings.add("size_wrong", sizeText(size));
  reportLoads(loadsOf(reports), size && sizeText(size), findings);
  const external = [...loaded.external, ...document.scripts.flatMap(({ externalFiles }) => externalFiles)];
  return {
    html: document.html,
    folder: bannerFolder(page, loaded, document),
    facts: { found: findings.entries(), size, files: reports },
    external: [...new Set(external)].slice(0, maxExternal),
  };
}
