import { endpoints } from "@litfass/contract/index";
import { uuidSchema } from "@litfass/contract/kernel/validation";
import { languageOf } from "@litfass/platform/http/language";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { CampaignAccess, PreviewedCampaign } from "../campaign-access.ts";
import { bannerPolicy, bannerVideoPolicy } from "../pages.ts";
import { findPreviewLink, openPreviewLink } from "./preview-link-sql.ts";
import {
  createPreviewLink,
  presentPreviewLink,
  previewLinkPath,
  revokePreviewLink,
  signedLinkId,
} from "./preview-links.ts";
import { endedPage, previewPage } from "./preview-page.ts";
import { previewedAds, previewedBanner } from "./previewed-ads.ts";

/** Only people with the address may find the page, and its addresses must not reach other sites. */
const privateHeaders = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "referrer-policy": "no-referrer",
};

const pageParams = z.object({ token: z.string().max(100), creative: z.string().max(36).optional() });

/** Preview links of campaigns, and the page that they open outside of sign-in (decision 71). Nothing is counted. */
export function previewLinkRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { db, clock, config } = platform;
  mount(app, endpoints.showPreviewLink, async ({ caller, params }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const link = await findPreviewLink(db, campaign.id, clock.now());
    return { link: link && presentPreviewLink(platform, link) };
  });
  mountCommand(
    app,
    endpoints.createPreviewLink,
    createPreviewLink,
    ({ params, body }) => ({ campaignId: params.userCampaign, days: body.days }),
    { done: (link) => presentPreviewLink(platform, link) },
  );
  mountCommand(app, endpoints.revokePreviewLink, revokePreviewLink, ({ params }) => ({
    campaignId: params.userCampaign,
  }));

  app.get("/creatives/preview/:token", async (request, reply) => {
    const opened = await open(request);
    const lang = languageOf(request);
    const { html, policy } =
      opened === null
        ? endedPage(lang)
        : previewPage({
            lang,
            ads: await previewedAds(platform, opened.campaign),
            path: previewLinkPath(platform, opened.link.id),
            landing: opened.campaign.destinationUrl,
            expiresAt: opened.link.expiresAt,
            timeZone: opened.campaign.timeZone,
            adsOrigin: new URL(config.adsUrl).origin,
          });
    return send(reply.code(opened === null ? 404 : 200), html, policy);
  });

  app.get("/creatives/preview/:token/:creative", async (request, reply) => {
    const opened = await open(request);
    const { creative } = pageParams.parse(request.params);
    const shown =
      opened && uuidSchema.safeParse(creative).success
        ? await previewedBanner(platform, opened.campaign, creative ?? "")
        : null;
    if (shown === null) return send(reply.code(404), "<!doctype html><title>404</title>", bannerPolicy);
    if ("document" in shown) return reply.headers(privateHeaders).redirect(shown.document);
    if ("html" in shown) return send(reply, shown.html, bannerVideoPolicy(config.adsUrl));
    const page = `<!doctype html><title>Banner</title><style>body{margin:0}img{display:block}</style>
<img src="${shown.image}" alt="" width="${shown.width}" height="${shown.height}">`;
    return send(reply, page, bannerPolicy.replace("img-src data:", `img-src ${new URL(config.adsUrl).origin}`));
  });

  /** The link of an address with its campaign; null if it was revoked, has expired or never existed. */
  async function open(request: FastifyRequest) {
    await app.services.limits.countAddress(request.ip);
    const params = pageParams.safeParse(request.params);
    const id = params.success ? signedLinkId(platform, params.data.token) : null;
    const link = id && (await openPreviewLink(db, id, clock.now()));
    const campaign: PreviewedCampaign | null = link ? await access.preview(db, link.campaignId, clock.now()) : null;
    return link && campaign ? { link, campaign } : null;
  }
}

const send = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply
    .headers({ ...privateHeaders, "content-security-policy": policy })
    .type("text/html; charset=utf-8")
    .send(html);
