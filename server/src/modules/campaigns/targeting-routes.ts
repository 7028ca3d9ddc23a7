import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { importAudiences } from "./audiences/import-audiences.ts";
import { changeDomainList, createDomainList, deleteDomainList, domainListsOf } from "./domain-lists/domain-lists.ts";
import { forecastCampaign } from "./forecast/forecast-campaign.ts";
import { advancedSettingsOf, audiencesOf, searchAudiences } from "./settings/advanced-settings.ts";
import * as templates from "./templates/campaign-templates.ts";
import { createTrafficSource } from "./traffic-source.ts";

/** Forecasts, what advanced targeting chooses from, and campaign templates. */
export function targetingRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, config } = platform;
  const traffic = createTrafficSource(platform);
  mount(app, endpoints.forecastCampaign, async ({ caller, body }) =>
    forecastCampaign(db, caller, body, traffic, clock.now(), config.currencyRates),
  );
  mount(app, endpoints.listChannels, async ({ caller, params }) => domainListsOf(db, caller, params.uid));
  mount(app, endpoints.createDomainList, async ({ caller, params, body }) =>
    createDomainList(db, caller, params.uid, body, clock.now()),
  );
  mount(app, endpoints.changeDomainList, async ({ caller, params, body }) =>
    changeDomainList(db, caller, params, body, clock.now()),
  );
  mount(app, endpoints.deleteDomainList, async ({ caller, params }) => deleteDomainList(db, caller, params));
  mount(app, endpoints.listAudiences, async ({ caller, params }) => audiencesOf(db, caller, params.uid));
  mount(app, endpoints.importAudiences, async ({ body }) => importAudiences(db, body, clock.now()));
  mount(app, endpoints.searchAudiences, async ({ caller, body }) => searchAudiences(db, caller, body));
  mount(app, endpoints.showAdvancedSettings, async ({ caller, params }) =>
    advancedSettingsOf(db, caller, params.user, config),
  );

  mount(app, endpoints.listCampaignTemplates, async ({ query }) => {
    const { data, total } = await templates.listTemplates(db, query);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.createCampaignTemplate, async ({ caller, body }) =>
    templates.createTemplate(db, caller, body, clock.now()),
  );
  mount(app, endpoints.showCampaignTemplate, async ({ params }) => templates.showTemplate(db, params.campaignTemplate));
  mount(app, endpoints.changeCampaignTemplate, async ({ caller, params, body }) =>
    templates.changeTemplate(db, caller, params.campaignTemplate, body, clock.now()),
  );
  mount(app, endpoints.deleteCampaignTemplate, async ({ params }) =>
    templates.deleteTemplate(db, params.campaignTemplate),
  );
  mount(app, endpoints.listUserTemplates, async ({ caller, params }) =>
    templates.templatesOfUser(db, caller, params.user),
  );
  mount(app, endpoints.setUserTemplates, async ({ caller, params, body }) =>
    templates.setTemplatesOfUser(db, caller, params.user, body.template_ids),
  );
  mount(app, endpoints.listTemplateUsers, async ({ caller, params }) =>
    templates.usersOfTemplate(db, caller, params.campaignTemplate),
  );
}
