import { nativeCreative } from "@litfass/contract/adserver/snapshot";
import type { Language } from "@litfass/contract/kernel/language";
import type { Database } from "@litfass/platform/postgres/postgres";
import { listBannerPictures } from "../../creatives/index.ts";
import type { Report } from "../report.ts";
import { t } from "../texts.ts";
import { formatSize } from "./printed-format.ts";
import type { PrintedBanner } from "./printed-report.ts";
import { emptyRow, printedTable } from "./printed-table.ts";

const maxBanners = 50;

/** The banners of a campaign with their pictures and figures, as on its screen; native ads last, without a picture. */
export async function printedBanners(
  report: Report,
  db: Database,
  campaignId: number,
  lang: Language,
): Promise<PrintedBanner[]> {
  const [pictures, { rows }] = await Promise.all([
    listBannerPictures(db, campaignId, maxBanners),
    printedTable(report, "creative", maxBanners, lang),
  ]);
  const byCreative = new Map(rows.map((row) => [row.key, row]));
  const banners = pictures.map(({ creative, width, height, picture }): PrintedBanner => {
    const name = formatSize(width, height);
    return { name, width, height, picture, row: byCreative.get(creative) ?? emptyRow(creative, name) };
  });
  const native = byCreative.get(nativeCreative);
  const size = { width: 0, height: 0, picture: null };
  return native ? [...banners, { name: t(lang, "row.native"), ...size, row: native }] : banners;
}
