import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { bannerSetJobs } from "./banner-set-mail.ts";
import { listBannerSetOwners, listBannerSets } from "./banner-set-sql.ts";
import { bannerSetOffer, changeBannerSet, orderBannerSet, presentBannerSet } from "./banner-sets.ts";

/** Custom banner sets: ordered by Advanced customers, designed and delivered by staff. */
export function bannerSetRoutes(app: FastifyInstance, platform: Platform): void {
  bannerSetJobs(platform);
  mount(app, endpoints.showBannerSetOffer, async ({ caller }) => bannerSetOffer(platform, caller));
  mount(app, endpoints.listBannerSets, async ({ caller, query }) => {
    const { rows, meta } = await listBannerSets(platform.db, caller, query);
    return { data: rows.map(presentBannerSet), meta };
  });
  mount(app, endpoints.listBannerSetOwners, ({ caller, query }) => listBannerSetOwners(platform.db, caller, query));
  mountCommand(app, endpoints.orderBannerSet, orderBannerSet, ({ body }) => body);
  mountCommand(app, endpoints.changeBannerSet, changeBannerSet, ({ params, body }) => ({
    id: params.bannerSet,
    ...body,
  }));
}
