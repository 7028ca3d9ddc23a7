import { creativeRegistrationEndpoints as endpoints } from "@litfass/contract/supply/creative-registrations";
import { mount } from "@litfass/platform/http/mount";
import { runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { getCampaign } from "../../campaigns/index.ts";
import { listRejectionRows } from "./registration-sql.ts";
import { resubmitCreative } from "./resubmit-creative.ts";
import { listRegistrations, showRegistration } from "./show-registrations.ts";

/** Creatives at exchanges that register them: all for super_admins, a campaign's rejected ones for its readers. */
export function registrationRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listCreativeRegistrations, ({ params, query }) =>
    listRegistrations(platform, params.exchange, query),
  );
  mount(app, endpoints.retryCreativeRegistration, async (call) => {
    const { exchange, creative: id } = call.params;
    await runCommand(call, resubmitCreative, { exchange, id });
    return showRegistration(platform, exchange, id);
  });
  mount(app, endpoints.listExchangeRejections, async ({ caller, params }) => {
    await getCampaign(platform.db, caller, params.userCampaign);
    return listRejectionRows(platform.db, caller, params.userCampaign);
  });
}
