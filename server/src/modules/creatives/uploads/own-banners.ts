import { open } from "node:fs/promises";
import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { OwnBanner } from "@litfass/contract/creatives/own-banners";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound, Problem } from "@litfass/platform/problem";
import type { WorkerPool } from "@litfass/platform/worker/worker-pool";
import { type CampaignAccess, type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { previewUrl } from "../creative.ts";
import { addItems, type NewItem, removeItemsOf, shownFiles } from "../library/item-sql.ts";
import { deleteCreativeRow, insertCreative, updateCreativeRow } from "../library/library-creative-sql.ts";
import { storeDocument } from "../library/library-creatives.ts";
import { fileName, readPictures, storePicture } from "../library/picture-files.ts";
import { formatOf } from "../library/present-group.ts";
import { acceptBannerZip } from "./accept-banner-zip.ts";
import {
  addChosen,
  dropChosen,
  findOwnGroup,
  insertOwnGroup,
  listOwnCreatives,
  touchOwnGroup,
} from "./own-banner-sql.ts";

const uploadField = "file";

/** What an upload came to: a banner in one of the five formats that can be stored, or a report of what to mend. */
type Taken = {
  type: "image" | "html5";
  format: string;
  store: (tx: Transaction) => Promise<Omit<NewItem, "creativeUuid">>;
};

/** The banners uploaded for a campaign. */
export async function ownBanners(db: Executor, campaignId: number) {
  const group = await findOwnGroup(db, campaignId);
  const rows = await listOwnCreatives(db, campaignId);
  const files = await shownFiles(
    db,
    rows.map(({ creative }) => creative.uuid),
  );
  const banners = rows.flatMap(({ creative, isSelected }): OwnBanner[] => {
    const file = files.get(creative.uuid);
    if (!file || !group) return [];
    const { uuid, width, height } = creative;
    return [
      {
        creative: uuid,
        kind: file.kind === "html" ? "html" : "image",
        format: formatOf(creative),
        width,
        height,
        name: file.name,
        is_selected: isSelected,
        // The file's number makes the frame load what replaced it.
        preview_url: `${previewUrl(campaignId, group, uuid)}?file=${file.id}`,
      },
    ];
  });
  return { creative_group: group, banners };
}

/**
 * Takes a finished banner for a campaign and holds it until the campaign hands it in. One of the same format is replaced; in
 * a started campaign only formats that it shows already are taken, and go to review like every change.
 * @throws 409 once the campaign is over, or for a format that a started campaign does not show; 422 at `file` for what is
 * neither a picture in one of the formats nor a zip.
 */
export async function uploadOwnBanner(
  platform: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
  files: UploadedFile[],
): Promise<{ banner: OwnBanner | null; report: BannerReport | null }> {
  const { db, clock, random } = platform;
  // Before the work, so that strangers cannot make the house unpack files.
  checkOpen(await access.get(db, caller, campaignId));
  const { taken, report } = await readUpload(platform.workers, files, caller.lang);
  if (!taken) return { banner: null, report };
  const uuid = await db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    checkOpen(campaign);
    return storeBanner(tx, campaign, taken, clock.now(), () => random.id());
  });
  const { banners } = await ownBanners(db, campaignId);
  return { banner: banners.find(({ creative }) => creative === uuid) ?? null, report };
}

const checkOpen = (campaign: CampaignFacts): void => {
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
};

async function storeBanner(
  tx: Transaction,
  campaign: CampaignFacts,
  taken: Taken,
  now: Date,
  newId: () => string,
): Promise<string> {
  const known = (await listOwnCreatives(tx, campaign.id)).find(({ creative }) => formatOf(creative) === taken.format);
  if (campaign.status !== "DRAFT" && !known?.isSelected) throw conflict("campaign_started", "own_banner.formats_fixed");
  let group = await findOwnGroup(tx, campaign.id);
  if (!group) {
    group = newId();
    await insertOwnGroup(tx, { uuid: group, campaignId: campaign.id, ownerUid: campaign.ownerUid, now });
  }
  const uuid = known?.creative.uuid ?? newId();
  const { type } = taken;
  if (known) {
    await updateCreativeRow(tx, uuid, { type }, now);
    for (const kind of ["html", "image"] as const) await removeItemsOf(tx, uuid, kind);
  } else {
    const size = sizeOf(taken.format);
    await insertCreative(tx, { uuid, type, ...size, creativeGroupUuid: group, createdAt: now, updatedAt: now });
  }
  await addItems(tx, uuid, [await taken.store(tx)]);
  await touchOwnGroup(tx, campaign.id, now);
  if (campaign.status === "DRAFT" && campaign.creativeGroup === group) await addChosen(tx, campaign.id, uuid);
  return uuid;
}

/** Removes an uploaded banner of a draft. @throws 404, 409 once the campaign has started. */
export async function removeOwnBanner(
  { db, clock }: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
  creative: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    const own = await listOwnCreatives(tx, campaign.id);
    if (!own.some((each) => each.creative.uuid === creative)) throw notFound();
    if (campaign.status !== "DRAFT") throw conflict("campaign_started", "own_banner.formats_fixed");
    await dropChosen(tx, campaign.id, creative);
    await deleteCreativeRow(tx, creative);
    await touchOwnGroup(tx, campaign.id, clock.now());
  });
}

async function readUpload(
  workers: WorkerPool,
  files: UploadedFile[],
  lang: "en" | "de",
): Promise<{ taken: Taken | null; report: BannerReport | null }> {
  const upload = files.find(({ field }) => field === uploadField);
  if (!upload) throw invalid({ [uploadField]: ["rule.required"] });
  if (await isZip(upload.path)) {
    const { html, report } = await acceptBannerZip(workers, files, lang);
    if (!report.ok || report.width === null) return { taken: null, report };
    const name = fileName(upload.filename);
    const store = (tx: Transaction) => storeDocument(tx, html, { held: true, name });
    return { taken: { type: "html5", format: `${report.width}x${report.height}`, store }, report };
  }
  const [picture] = await readPictures(files, uploadField, "banner").catch((error: unknown) => {
    const isNoPicture = error instanceof Problem && error.details.errors?.[uploadField]?.includes("image.unreadable");
    throw isNoPicture ? invalid({ [uploadField]: ["own_banner.type"] }) : error;
  });
  const format = formats.find((each) => {
    const { width, height } = sizeOf(each);
    return [1, 2].some((scale) => picture?.width === width * scale && picture.height === height * scale);
  });
  if (!picture || !format) {
    const { width = 0, height = 0 } = picture ?? {};
    const values = { width, height, formats: formats.join(", ") };
    throw new Problem("invalid", { errors: { [uploadField]: ["own_banner.size"] }, values });
  }
  return {
    taken: { type: "image", format, store: (tx) => storePicture(tx, picture, "image", { held: true }) },
    report: null,
  };
}

/** Zips begin with PK; names and declared types are not believed. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString("latin1") === "PK";
  } finally {
    await file.close();
  }
}
