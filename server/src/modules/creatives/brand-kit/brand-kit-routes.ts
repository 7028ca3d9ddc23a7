import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { applyBrandKit, brandKitOf, saveBrandKit } from "./brand-kit.ts";

/** The brand kit of an advertiser, addressed by campaign. */
export function brandKitRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  mount(app, endpoints.showBrandKit, async ({ caller, params }) => {
    const campaign = await access.get(platform.db, caller, params.userCampaign);
    return { kit: await brandKitOf(platform.db, campaign.id) };
  });
  mountCommand(app, endpoints.saveBrandKit, saveBrandKit, ({ params }) => ({ campaignId: params.userCampaign }), {
    done: (kit) => ({ kit }),
  });
  mountCommand(app, endpoints.applyBrandKit, applyBrandKit, ({ params }) => ({ campaignId: params.userCampaign }));
}
