import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { requestKey } from "../../billing/index.ts";
import { bannerSetJobs } from "./banner-set-mail.ts";
import { listBannerSets } from "./banner-set-sql.ts";
import { bannerSetOffer, changeBannerSet, orderBannerSet, presentBannerSet } from "./banner-sets.ts";

/** Custom banner sets: ordered by Advanced customers, designed and delivered by staff. */
export function bannerSetRoutes(app: FastifyInstance, platform: Platform): void {
  bannerSetJobs(platform);
  mount(app, endpoints.showBannerSetOffer, async ({ caller }) => bannerSetOffer(platform, caller));
  mount(app, endpoints.listBannerSets, async ({ caller, query }) => {
    const { rows, meta } = await listBannerSets(platform.db, caller, query);
    return { data: rows.map(presentBannerSet), meta };
  });
  mount(app, endpoints.orderBannerSet, async ({ caller, body, idempotencyKey }) => {
    const key = requestKey(platform, "banner-set", caller.uid, idempotencyKey);
    return orderBannerSet(platform, caller, body.wishes, key);
  });
  mount(app, endpoints.changeBannerSet, async ({ caller, params, body }) =>
    changeBannerSet(platform, caller, params.bannerSet, body),
  );
}
