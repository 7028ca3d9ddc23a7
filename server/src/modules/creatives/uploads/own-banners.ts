import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { OwnBanner } from "@litfass/contract/creatives/own-banners";
import { sizeOf } from "@litfass/contract/kernel/formats";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { removalOf } from "../audit-values.ts";
import { type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { signedPreviewUrl } from "../creative.ts";
import { addItems, removeItemsOf, shownFiles } from "../library/item-sql.ts";
import { deleteCreativeRow, insertCreative, updateCreativeRow } from "../library/library-creative-sql.ts";
import { formatOf } from "../library/present-group.ts";
import type { CreativeServices } from "../services.ts";
import type { AcceptedUpload } from "./accept-own-banner.ts";
import { findChecks, saveCheck } from "./banner-check-sql.ts";
import { type BannerFacts, presentReport, type ReportContext } from "./banner-report.ts";
import { runJob } from "./browser/run-job.ts";
import {
  addChosen,
  dropChosen,
  findOwnGroup,
  insertOwnGroup,
  listOwnCreatives,
  touchOwnGroup,
} from "./own-banner-sql.ts";

/** The banners uploaded for a campaign with their findings in one language. */
export async function ownBanners(db: Executor, campaignId: number, context: ReportContext) {
  const group = await findOwnGroup(db, campaignId);
  const rows = await listOwnCreatives(db, campaignId);
  const files = await shownFiles(
    db,
    rows.map(({ creative }) => creative.uuid),
  );
  const checks = await findChecks(
    db,
    [...files.values()].map(({ file }) => file),
  );
  const banners = rows.flatMap(({ creative, isSelected }): OwnBanner[] => {
    const file = files.get(creative.uuid);
    if (!file || !group) return [];
    const { uuid, width, height } = creative;
    const check = checks.get(file.file);
    return [
      {
        creative: uuid,
        kind: check?.facts.isTag ? "third_party" : file.kind === "html" ? "html" : "image",
        format: formatOf(creative),
        width,
        height,
        name: file.name,
        is_selected: isSelected,
        // The file's number makes the frame reload after a replacement.
        preview_url: `${signedPreviewUrl(campaignId, group, uuid)}?file=${file.id}`,
        report: check ? presentReport(check, context) : null,
      },
    ];
  });
  return { creative_group: group, banners };
}

type NewBanner = {
  campaignId: number;
  accepted: AcceptedUpload | null;
  /** The errors of a rejected zip. */
  refused: BannerFacts | null;
  /** Whether a browser is available to run the banner. */
  canRun: boolean;
  report: ReportContext;
};
type UploadAnswer = { banner: OwnBanner | null; report: BannerReport | null };

/**
 * Stores a finished banner or a third-party tag for a campaign and holds it until the campaign is submitted. Replaces
 * one of the same format. A started campaign accepts only formats that it already shows, and the change goes to review.
 * @throws 409 once the campaign has ended, or for a format that a started campaign does not show.
 */
export const uploadOwnBanner = command({
  name: "creatives.upload_own_banner",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<NewBanner, CreativeServices>): Promise<UploadAnswer> {
    const { accepted, refused, report } = input;
    if (!accepted)
      return { banner: null, report: refused && presentReport({ facts: refused, browser: "off" }, report) };
    const { tx } = ctx;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), input.campaignId);
    checkOpen(campaign);
    const before = (await ownBanners(tx, campaign.id, report)).banners.find(({ format }) => format === accepted.format);
    const uuid = await storeBanner(ctx, campaign, accepted, input.canRun);
    const { banners } = await ownBanners(tx, campaign.id, report);
    const banner = banners.find(({ creative }) => creative === uuid) ?? null;
    await ctx.audit.record({
      subject: { type: "creative", id: uuid },
      changes: changesBetween(
        { file: before?.name ?? null },
        { file: banner?.name ?? null, campaign: campaign.id, format: accepted.format },
      ),
    });
    return { banner, report: banner?.report ?? null };
  },
});

/** @throws 409 if the campaign's content can no longer be changed. */
export const checkOpen = (campaign: CampaignFacts): void => {
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
};

async function storeBanner(
  { tx, clock, random, jobs }: CommandContext,
  campaign: CampaignFacts,
  accepted: AcceptedUpload,
  canRun: boolean,
): Promise<string> {
  const now = clock.now();
  const known = (await listOwnCreatives(tx, campaign.id)).find(
    ({ creative }) => formatOf(creative) === accepted.format,
  );
  if (campaign.status !== "DRAFT" && !known?.isSelected) throw conflict("campaign_started", "own_banner.formats_fixed");
  let group = await findOwnGroup(tx, campaign.id);
  if (!group) {
    group = random.id();
    await insertOwnGroup(tx, group, { campaignId: campaign.id, ownerUid: campaign.ownerUid, now });
  }
  const uuid = known?.creative.uuid ?? random.id();
  const { type } = accepted;
  if (known) {
    await updateCreativeRow(tx, uuid, { type }, now);
    for (const kind of ["html", "image"] as const) await removeItemsOf(tx, uuid, kind);
  } else {
    const size = sizeOf(accepted.format);
    await insertCreative(tx, { uuid, type, ...size, creativeGroupUuid: group, createdAt: now, updatedAt: now });
  }
  const item = await accepted.store(tx);
  await addItems(tx, uuid, [item]);
  if (accepted.facts) {
    // A tag has nothing to show without its ad server, which the test does not call.
    const isRun = canRun && !accepted.facts.isTag;
    await saveCheck(tx, item.file, { facts: accepted.facts, browser: isRun ? "waiting" : "off", now });
    if (isRun) await jobs.send(runJob, { document: item.file });
  }
  await touchOwnGroup(tx, campaign.id, now);
  if (campaign.status === "DRAFT" && campaign.creativeGroup === group) await addChosen(tx, campaign.id, uuid);
  return uuid;
}

/** Removes an uploaded banner of a draft. @throws 404, 409 once the campaign has started. */
export const removeOwnBanner = command({
  name: "creatives.remove_own_banner",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ campaignId: number; creative: string }, CreativeServices>): Promise<void> {
    const { tx } = ctx;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), input.campaignId);
    const rows = await listOwnCreatives(tx, campaign.id);
    const banner = rows.find(({ creative }) => creative.uuid === input.creative)?.creative;
    const file = (await shownFiles(tx, [input.creative])).get(input.creative);
    if (!banner || !file) throw notFound();
    if (campaign.status !== "DRAFT") throw conflict("campaign_started", "own_banner.formats_fixed");
    await dropChosen(tx, campaign.id, input.creative);
    await deleteCreativeRow(tx, input.creative);
    await touchOwnGroup(tx, campaign.id, ctx.clock.now());
    await ctx.audit.record({
      subject: { type: "creative", id: input.creative },
      changes: removalOf({ file: file.name, campaign: campaign.id, format: formatOf(banner) }),
    });
  },
});
