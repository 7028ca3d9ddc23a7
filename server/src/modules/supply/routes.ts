import { findSellerPolicy } from "@litfass/adserver/index";
import { sellerEndpoints as endpoints } from "@litfass/contract/supply/sellers";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { listSellers } from "./sellers/list-sellers.ts";
import { saveSellerPolicy } from "./sellers/seller-policy-sql.ts";

/** Staff list sellers and decide which of them get no bids. */
export function sellerRoutes(app: FastifyInstance, { db, clock }: Platform): void {
  const policy = async () => {
    const found = await findSellerPolicy(db);
    return {
      refuses_unauthorised: found.refusesUnauthorised,
      refuses_broken_chains: found.refusesBrokenChains,
      refuses_incomplete_chains: found.refusesIncompleteChains,
      changed_at: found.changedAt?.toISOString() ?? null,
    };
  };
  mount(app, endpoints.listSellers, async ({ query }) => listSellers(db, query));
  mount(app, endpoints.showSellerPolicy, policy);
  mount(app, endpoints.saveSellerPolicy, async ({ caller, body }) => {
    const chosen = {
      refusesUnauthorised: body.refuses_unauthorised,
      refusesBrokenChains: body.refuses_broken_chains,
      refusesIncompleteChains: body.refuses_incomplete_chains,
    };
    await saveSellerPolicy(db, chosen, caller.uid, clock.now());
    return policy();
  });
}
