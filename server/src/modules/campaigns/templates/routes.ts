import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { getTemplate, listTemplates, presentTemplate, templatesOfUser, usersOfTemplate } from "./campaign-templates.ts";
import { changeTemplate, createTemplate, deleteTemplate, setTemplatesOfUser } from "./template-commands.ts";

/** Templates for new campaigns, and who may use them. */
export function templateRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, endpoints.listCampaignTemplates, async ({ query }) => {
    const { data, total } = await listTemplates(db, query);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(app, endpoints.createCampaignTemplate, createTemplate, ({ body }) => body);
  mount(app, endpoints.showCampaignTemplate, async ({ params }) =>
    presentTemplate(await getTemplate(db, params.campaignTemplate)),
  );
  mountCommand(app, endpoints.changeCampaignTemplate, changeTemplate, ({ params, body }) => ({
    id: params.campaignTemplate,
    change: body,
  }));
  mountCommand(app, endpoints.deleteCampaignTemplate, deleteTemplate, ({ params }) => ({
    id: params.campaignTemplate,
  }));
  mount(app, endpoints.listUserTemplates, ({ caller, params }) => templatesOfUser(db, caller, params.user));
  mountCommand(app, endpoints.setUserTemplates, setTemplatesOfUser, ({ params, body }) => ({
    uid: params.user,
    templateIds: body.template_ids,
  }));
  mount(app, endpoints.listTemplateUsers, ({ caller, params }) => usersOfTemplate(db, caller, params.campaignTemplate));
}
