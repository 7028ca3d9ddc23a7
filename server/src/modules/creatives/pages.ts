import { signedPreviewUrl } from "@litfass/adserver/index";
import { bulkCampaignRoles } from "@litfass/contract/campaigns/bulk-campaigns";
import { campaignEditors } from "@litfass/contract/campaigns/campaigns";
import { type Caller, isStaff } from "@litfass/contract/kernel/roles";
import { idSchema, languageSchema, uuidSchema } from "@litfass/contract/kernel/validation";
import { signedIn } from "@litfass/contract/kernel/who";
import { admitToPage } from "@litfass/platform/http/admission";
import { languageOf } from "@litfass/platform/http/language";
import { identify } from "@litfass/platform/http/signed-in";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { describeSpot } from "./audio/describe-spot.ts";
import { designOf } from "./banner-design.ts";
import type { CampaignAccess, CampaignFacts, PatternOf } from "./campaign-access.ts";
import { describeCreative } from "./describe-creative.ts";
import { findCreative, findOwner, listGroupsById } from "./library/group-sql.ts";
import { shownFiles } from "./library/item-sql.ts";
import { formatOf } from "./library/present-group.ts";
import { isTemplateName } from "./library/template-kit.ts";
import { previewOriginOf, previewVideoUrl } from "./rendering/banner-video-url.ts";
import { previewFrame } from "./rendering/preview-frame.ts";
import { drawBanner } from "./rendering/render-campaign-creatives.ts";
import { bannerFieldsOf, bannerLanguage } from "./studio/banner-content.ts";
import { readContent } from "./studio/read-content.ts";
import { sampleFields } from "./studio/samples.ts";
import { describeVastTag } from "./vast-tags/describe-vast-tag.ts";
import { describeVideo } from "./video/describe-video.ts";

/** Banners run their own scripts in an opaque origin and load nothing. Only our own pages may frame them. */
export const bannerPolicy = [
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The same for a banner that may show a video, which only the ads origin serves. */
export const bannerVideoPolicy = (adsUrl: string): string => `${bannerPolicy}; media-src ${new URL(adsUrl).origin}`;

const creativeParams = z.object({ creativeGroup: uuidSchema, creative: uuidSchema });
const campaignParams = creativeParams.extend({ userCampaign: idSchema });
const bulkParams = creativeParams.extend({ bulkCampaign: idSchema });
const pageQuery = z.object({ lang: languageSchema.optional(), still: z.literal("1").optional() });

/** Standalone pages of creatives, to be framed or read by machines; outside the API's path. */
export function creativePages(
  app: FastifyInstance,
  platform: Platform,
  access: CampaignAccess,
  patternOf: PatternOf,
): void {
  const { db, config } = platform;
  app.get("/creatives/frame", async (_request, reply) =>
    sendBanner(reply, previewFrame, "public, max-age=3600", bannerVideoPolicy(config.adsUrl)),
  );

  app.get("/creatives/sample/:creativeGroup/:creative", async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const params = parse(creativeParams, request.params);
    const { lang, still } = parse(pageQuery, request.query);
    const shown = await findShown(params);
    await checkOwner(request, shown.group.ownerUid);
    if (shown.design === null) return sendFile(reply, params.creative);
    const { design, format } = shown;
    const fields = sampleFields(design.sample, lang ?? languageOf(request));
    const banner = drawBanner(design, format, fields, { click: "", still: still === "1" });
    return sendBanner(reply, banner, isTemplateName(design.name) ? "public, max-age=3600" : "no-cache");
  });

  app.get("/creatives/sample/:creative", async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const { creative } = parse(z.object({ creative: uuidSchema }), request.params);
    await checkOwner(request, await findOwner(db, creative));
    return sendFile(reply, creative);
  });

  app.get("/creatives/files/:hash", async (request, reply) => {
    const { hash } = parse(z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/) }), request.params);
    return reply.redirect(`${config.adsUrl}/ad/${hash}`);
  });

  app.get("/creatives/iframe/:userCampaign/:creativeGroup/:creative", async (request, reply) => {
    const params = parse(campaignParams, request.params);
    const caller = await admitToPage(app, request, campaignEditors);
    const campaign = await access.get(db, caller, params.userCampaign);
    return sendFilled(request, reply, caller, campaign, params);
  });

  app.get("/creatives/iframe-bulk/:bulkCampaign/:creativeGroup/:creative", async (request, reply) => {
    const params = parse(bulkParams, request.params);
    const caller = await admitToPage(app, request, bulkCampaignRoles);
    const pattern = await patternOf(db, caller, params.bulkCampaign);
    return sendFilled(request, reply, caller, pattern, params);
  });

  app.get("/creatives/:creative(^[0-9a-fA-F-]{36}).xml", async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const { creative } = parse(z.object({ creative: uuidSchema }), request.params);
    const owned = (await describeSpot(platform, creative)) ?? (await describeVastTag(platform, creative));
    if (owned !== null) {
      await checkOwner(request, owned.ownerUid);
      return reply.header("cache-control", "private, no-store").type("application/xml; charset=utf-8").send(owned.vast);
    }
    const row = await findCreative(db, creative);
    if (!row) throw notFound();
    const ownerUid = await findOwner(db, creative);
    await checkOwner(request, ownerUid);
    if (ownerUid !== null) reply.header("cache-control", "private, no-store");
    return reply
      .type("application/xml; charset=utf-8")
      .send((await describeVideo(platform, row)) ?? describeCreative(row));
  });

  /** A creative's group, its design (null for a finished file) and its format. @throws 404. */
  async function findShown(params: z.infer<typeof creativeParams>) {
    const [group] = await listGroupsById(db, "", [params.creativeGroup]);
    const creatives = group ? [...group.creatives, ...group.additional] : [];
    const creative = creatives.find(({ uuid }) => uuid === params.creative);
    if (!creative || !group) throw notFound();
    return { group, design: designOf(group), format: formatOf(creative) };
  }

  /** A creative with a campaign's content. @throws 404 for another customer's own banner. */
  async function sendFilled(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    campaign: CampaignFacts,
    params: z.infer<typeof creativeParams>,
  ): Promise<FastifyReply> {
    const { still } = parse(pageQuery, request.query);
    const { group, design, format } = await findShown(params);
    if (group.ownerUid !== null && group.ownerUid !== campaign.ownerUid) throw notFound();
    if (design === null) return sendFile(reply, params.creative);
    const lang = bannerLanguage(campaign.language, caller.lang);
    const origin = previewOriginOf(platform);
    const content = await readContent(db, campaign.id, design, lang);
    const fields = bannerFieldsOf(content, (bannerVideo) => previewVideoUrl(bannerVideo, origin));
    const banner = drawBanner(design, format, fields, { click: campaign.destinationUrl ?? "", still: still === "1" });
    return sendBanner(reply, banner, "private, no-store", bannerVideoPolicy(config.adsUrl));
  }

  /** Own banners are visible to their customer and to staff. @throws 404 for everyone else. */
  async function checkOwner(request: FastifyRequest, ownerUid: string | null): Promise<void> {
    if (ownerUid === null) return;
    if (!(await identify(app, request))) throw notFound();
    const { uid, role } = await admitToPage(app, request, signedIn);
    if (uid !== ownerUid && !isStaff(role)) throw notFound();
  }

  /**
   * Uploads are served from the ads origin only: documents redirect there, images are embedded from there. @throws
   * 404.
   */
  async function sendFile(reply: FastifyReply, creative: string): Promise<FastifyReply> {
    const file = (await shownFiles(db, [creative])).get(creative);
    if (!file) throw notFound();
    const origin = previewOriginOf(platform);
    if (file.kind === "html") {
      return reply.header("cache-control", "no-store").redirect(signedPreviewUrl(`${file.file}.html`, origin));
    }
    const url = signedPreviewUrl(file.file, origin);
    const row = await findCreative(db, creative);
    const page = `<!doctype html><title>Banner</title><style>body{margin:0}img{display:block}</style>
<img src="${url}" alt="" width="${row?.width}" height="${row?.height}">`;
    const policy = bannerPolicy.replace("img-src data:", `img-src ${new URL(config.adsUrl).origin}`);
    return sendBanner(reply, page, "no-store", policy);
  }
}

/** Malformed paths and queries are 404. */
function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

const sendBanner = (
  reply: FastifyReply,
  html: string,
  cacheControl: string,
  policy: string = bannerPolicy,
): FastifyReply =>
  reply
    .headers({ "content-security-policy": policy, "cache-control": cacheControl })
    .type("text/html; charset=utf-8")
    .send(html);
