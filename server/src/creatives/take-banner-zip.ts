import type { BannerReport } from "@litfass/contract/banner-report";
import type { UploadedFile } from "../platform/http/form.ts";
import { invalid } from "../platform/problem.ts";
import { bannerDocument } from "./banner-document.ts";
import { bannerFiles } from "./banner-files.ts";
import { type Lang, textOf, zipTexts } from "./banner-finding-texts.ts";
import { collectFindings } from "./banner-findings.ts";
import { checkDocument, checkPictures, sizeIn } from "./check-banner.ts";
import { readZip, ZipProblem } from "./read-zip.ts";

/** As heavy as a banner may be, in bytes of all files that it loads. */
const maxWeightBytes = 150_000;
const zipField = "file";

export type TakenBanner = { html: string; report: BannerReport };

/**
 * Makes one HTML file of an uploaded zip and checks it as ad operations would (API-CREA-023).
 * @throws 422 at `file` for what is no zip, is hostile or damaged, or holds no page.
 */
export async function takeBannerZip(files: UploadedFile[], lang: Lang): Promise<TakenBanner> {
  const upload = files.find(({ field }) => field === zipField);
  if (!upload) throw invalid({ [zipField]: ["rule.required"] });
  const unpacked = await unpack(upload.path, lang);
  const findings = collectFindings();
  for (const name of await checkPictures(unpacked, findings)) unpacked.delete(name);
  const page = pageOf([...unpacked.keys()]);
  if (!page) throw invalid({ [zipField]: [noPage[lang]] });
  if (!/(^|\/)index\.html$/.test(page)) findings.add("index_missing", page);

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

const noPage = {
  en: "The zip holds no HTML page. Put index.html at its top.",
  de: "Das ZIP enthält keine HTML-Seite. Legen Sie index.html zuoberst hinein.",
};

async function unpack(path: string, lang: Lang): Promise<Map<string, Buffer>> {
  try {
    return await readZip(path);
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error;
    throw invalid({ [zipField]: [textOf(zipTexts[error.code], lang, { file: error.file })] });
  }
}

/** The index.html nearest to the top, or the only other page there is. */
function pageOf(names: string[]): string | null {
  const pages = names.filter((name) => /\.html?$/i.test(name));
  const depth = (name: string): number => name.split("/").length;
  const [index] = pages.filter((name) => /(^|\/)index\.html$/.test(name)).sort((a, b) => depth(a) - depth(b));
  return index ?? (pages.length === 1 ? (pages[0] ?? null) : null);
}
