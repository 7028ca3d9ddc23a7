import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { acceptVastTag } from "./accept-vast-tag.ts";
import { checkTaggable, presentVastTag, removeVastTag, setVastTag } from "./vast-tag.ts";
import { findVastTag } from "./vast-tag-sql.ts";

/** The VAST tag of a video campaign. */
export function vastTagRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const allowed = () => platform.settings.current().third_party.hosts;
  mount(app, endpoints.showVastTag, async ({ caller, params, lang }) => {
    const campaign = await access.get(platform.db, caller, params.userCampaign);
    const tag = await findVastTag(platform.db, campaign.id);
    return { tag: tag && presentVastTag(tag, lang), third_party_hosts: allowed() };
  });
  mountCommand(
    app,
    endpoints.setVastTag,
    setVastTag,
    async ({ caller, params, body }) => {
      // Checks access and state before calling others, and again under the lock.
      checkTaggable(await access.get(platform.db, caller, params.userCampaign));
      return {
        campaignId: params.userCampaign,
        tag: await acceptVastTag(queuedFor(platform, caller.uid), body, allowed()),
      };
    },
    { done: presentVastTag },
  );
  mountCommand(app, endpoints.removeVastTag, removeVastTag, ({ params }) => ({ campaignId: params.userCampaign }));
}
