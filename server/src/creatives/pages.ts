import { campaignEditors } from "@litfass/contract/campaigns";
import type { Caller } from "@litfass/contract/roles";
import { idSchema, languageSchema, uuidSchema } from "@litfass/contract/validation";
import { reachOf } from "@litfass/contract/who";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { identify } from "../platform/http/kit.ts";
import { languageOf } from "../platform/http/language.ts";
import type { Platform } from "../platform/platform.ts";
import { forbidden, notFound, unauthenticated } from "../platform/problem.ts";
import type { CampaignAccess } from "./campaign-access.ts";
import { describeCreative } from "./describe-creative.ts";
import { describeVideo } from "./describe-video.ts";
import { bannerLanguage } from "./fill-creatives.ts";
import { bannerFieldsOf } from "./filling.ts";
import { findCreative, listGroupsById } from "./group-sql.ts";
import { formatOf } from "./present-group.ts";
import { previewFrame } from "./preview-frame.ts";
import { readFilling } from "./read-filling.ts";
import { drawBanner } from "./render-campaign-creatives.ts";
import { sampleFields } from "./samples.ts";
import { isTemplateName, type TemplateName } from "./template-kit.ts";

/** A banner runs its own scripts in an origin of its own and loads nothing. Only our own pages may frame it. */
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

const creativeParams = z.object({ creativeGroup: uuidSchema, creative: uuidSchema });
const campaignParams = creativeParams.extend({ userCampaign: idSchema });
const pageQuery = z.object({ lang: languageSchema.optional(), still: z.literal("1").optional() });

/** Pages that show creatives by themselves, to be framed or read by machines. They stand beside the API, not under it. */
export function creativePages(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { db } = platform;
  app.get("/creatives/frame", async (_request, reply) => sendBanner(reply, previewFrame, "public, max-age=3600"));

  app.get("/creatives/sample/:creativeGroup/:creative", async (request, reply) => {
    const params = parse(creativeParams, request.params);
    const { lang, still } = parse(pageQuery, request.query);
    const { template, format } = await findDrawable(params);
    const fields = sampleFields(template, lang ?? languageOf(request));
    return sendBanner(
      reply,
      drawBanner(template, format, fields, { click: "", still: still === "1" }),
      "public, max-age=3600",
    );
  });

  app.get("/creatives/iframe/:userCampaign/:creativeGroup/:creative", async (request, reply) => {
    const params = parse(campaignParams, request.params);
    const { still } = parse(pageQuery, request.query);
    const caller = await callerOf(app, request);
    const campaign = await access.get(db, caller, params.userCampaign);
    const { template, format } = await findDrawable(params);
    const lang = bannerLanguage(campaign.language, caller.lang);
    const fields = bannerFieldsOf(await readFilling(db, campaign.id, template, lang));
    const click = campaign.destinationUrl ?? "";
    return sendBanner(
      reply,
      drawBanner(template, format, fields, { click, still: still === "1" }),
      "private, no-store",
    );
  });

  app.get("/creatives/:creative(^[0-9a-fA-F-]{36}).xml", async (request, reply) => {
    const { creative } = parse(z.object({ creative: uuidSchema }), request.params);
    const row = await findCreative(db, creative);
    if (!row) throw notFound();
    return reply
      .type("application/xml; charset=utf-8")
      .send((await describeVideo(platform, row)) ?? describeCreative(row));
  });

  /** The template and format of a creative that is drawn here. @throws 404. */
  async function findDrawable(
    params: z.infer<typeof creativeParams>,
  ): Promise<{ template: TemplateName; format: string }> {
    const [group] = await listGroupsById(db, "", [params.creativeGroup]);
    const creative = group?.creatives.find(({ uuid }) => uuid === params.creative);
    if (!creative || !group || !isTemplateName(group.template)) throw notFound();
    return { template: group.template, format: formatOf(creative) };
  }
}

/** What a path or a query cannot mean is not found. */
function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

async function callerOf(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const signedIn = await identify(app, request);
  if (!signedIn) throw unauthenticated();
  const reach = reachOf(campaignEditors, signedIn.role);
  if (!reach) throw forbidden();
  return { uid: signedIn.uid, role: signedIn.role, reach, lang: signedIn.lang };
}

const sendBanner = (reply: FastifyReply, html: string, cacheControl: string): FastifyReply =>
  reply
    .headers({ "content-security-policy": bannerPolicy, "cache-control": cacheControl })
    .type("text/html; charset=utf-8")
    .send(html);
