import { fontsOf } from "@litfass/banner/render";
import { endpoints } from "@litfass/contract/index";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { bannerSetRoutes } from "./banner-sets/banner-set-routes.ts";
import { brandKitRoutes } from "./brand-kit/brand-kit-routes.ts";
import type { CampaignAccess, PatternOf } from "./campaign-access.ts";
import { selectedFavorites, selectFavorites, toggleFavorite } from "./favorites.ts";
import { findDesign } from "./library/find-design.ts";
import { libraryRoutes } from "./library/library-routes.ts";
import { listCampaignGroups, listGroups } from "./library/list-groups.ts";
import { isTemplateName, templateKit } from "./library/template-kit.ts";
import { creativePages } from "./pages.ts";
import { presentImage } from "./studio/banner-content.ts";
import { findImage } from "./studio/campaign-image-sql.ts";
import { creativeForms } from "./studio/creative-forms.ts";
import { missingOfCampaign } from "./studio/creatives-readiness.ts";
import { fillCreatives } from "./studio/fill-creatives.ts";
import { readUploadedImage, uploadImage } from "./studio/upload-image.ts";
import { ownBannerRoutes } from "./uploads/own-banner-routes.ts";

/** Templates, favorites and campaign content. `access` comes from the campaigns module, which depends on this one. */
export function creativeRoutes(
  app: FastifyInstance,
  platform: Platform,
  access: CampaignAccess,
  patternOf: PatternOf,
): void {
  const { db } = platform;
  creativePages(app, platform, access, patternOf);
  libraryRoutes(app, platform);
  bannerSetRoutes(app, platform);
  brandKitRoutes(app, platform, access);
  ownBannerRoutes(app, platform, access);

  mount(app, endpoints.listUserCreatives, async ({ caller }) => listGroups(db, caller));
  mountCommand(app, endpoints.toggleFavoriteCreative, toggleFavorite, ({ body }) => body);
  mount(app, endpoints.listSelectedFavorites, async ({ caller }) => selectedFavorites(db, caller));
  mountCommand(app, endpoints.saveSelectedFavorites, selectFavorites, ({ body }) => body);
  mount(app, endpoints.listCampaignCreatives, async ({ caller, body }) => listCampaignGroups(db, access, caller, body));
  mountPublic(app, endpoints.showTemplateBundle, async ({ params: { name }, query: { font = null }, reply }) => {
    const design = await findDesign(db, name);
    if (!design) throw notFound();
    const { base, runtime, fonts } = templateKit();
    // A custom template can change at any time.
    reply.header("cache-control", isTemplateName(name) ? "public, max-age=3600" : "no-cache");
    const used = Object.fromEntries(fontsOf(design.template, { font }).map((family) => [family, fonts[family] ?? ""]));
    return { name, source: design.source, base, runtime, fonts: used };
  });

  mount(app, endpoints.showCreativeForms, async ({ caller, params }) =>
    creativeForms(db, caller, await access.get(db, caller, params.userCampaign)),
  );
  mount(app, endpoints.checkCreativesFilled, async ({ caller, params }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const { chosen, missing } = await missingOfCampaign(db, campaign.id, caller.lang);
    return { filled: chosen > 0 && missing.length === 0, chosen, missing };
  });
  mountCommand(
    app,
    endpoints.uploadCampaignImage,
    uploadImage,
    async ({ caller, params, body, files }) => {
      // Checks access before the costly encoding, and again under the lock.
      await access.get(db, caller, params.userCampaign);
      return { campaignId: params.userCampaign, kind: body.kind, ...(await readUploadedImage(files, body.kind)) };
    },
    { done: presentImage },
  );
  mount(app, endpoints.showCampaignImage, async ({ caller, params, reply }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const image = await findImage(db, campaign.id, params.image);
    if (!image) throw notFound();
    reply.header("cache-control", "private, max-age=31536000, immutable");
    return { body: image.body, contentType: image.contentType };
  });
  mountCommand(app, endpoints.fillCreativeGroup, fillCreatives, ({ params, body }) => ({
    campaignId: params.userCampaign,
    group: params.creativeGroup,
    change: body,
  }));
  mountCommand(app, endpoints.fillCreative, fillCreatives, ({ params, body }) => ({
    campaignId: params.userCampaign,
    group: params.creativeGroup,
    creative: params.creative,
    change: body,
  }));
}
