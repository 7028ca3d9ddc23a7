import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { createCategory, deleteCategory, getCategory, listCreativeCategories, updateCategory } from "../categories.ts";
import { acceptBannerZip } from "../uploads/accept-banner-zip.ts";
import {
  createCreative,
  deleteCreative,
  deleteItem,
  duplicateCreative,
  getCreative,
  listCreatives,
  updateCreative,
} from "./library-creatives.ts";
import {
  createGroup,
  deleteGroup,
  getLibraryGroup,
  listCreativeGroups,
  removeFromGroup,
  updateGroup,
} from "./library-groups.ts";
import { groupsWithSelected, selectGroups } from "./selected-groups.ts";
import { templateKit } from "./template-kit.ts";

/** Categories, groups and creatives as staff keep them. */
export function creativeAdminRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  mount(app, endpoints.listCreativeCategories, async ({ query, lang }) => listCreativeCategories(db, query, lang));
  mount(app, endpoints.createCreativeCategory, async ({ body, lang }) => createCategory(db, body, lang));
  mount(app, endpoints.showCreativeCategory, async ({ params, lang }) => getCategory(db, params.id, lang));
  mount(app, endpoints.updateCreativeCategory, async ({ params, body, lang }) =>
    updateCategory(db, params.id, body, lang),
  );
  mount(app, endpoints.deleteCreativeCategory, async ({ params }) => deleteCategory(db, params.id));

  mount(app, endpoints.listCreativeGroups, async ({ query, lang }) => listCreativeGroups(db, query, lang));
  mount(app, endpoints.createCreativeGroup, async ({ lang, body, files }) => createGroup(platform, lang, body, files));
  mount(app, endpoints.listGroupsWithSelected, async ({ params, lang }) => groupsWithSelected(db, params.user, lang));
  mount(app, endpoints.selectCreativeGroups, async ({ params, body, lang }) => {
    await selectGroups(db, params.user, body.creative_groups);
    return groupsWithSelected(db, params.user, lang);
  });
  mount(app, endpoints.showCreativeGroup, async ({ params, lang }) => getLibraryGroup(db, params.uuid, lang));
  mount(app, endpoints.updateCreativeGroup, async ({ lang, params, body, files }) =>
    updateGroup(platform, lang, params.uuid, body, files),
  );
  mount(app, endpoints.deleteCreativeGroup, async ({ params }) => deleteGroup(db, params.uuid));
  mount(app, endpoints.removeCreativeFromGroup, async ({ params }) =>
    removeFromGroup(platform, params.uuid, params.creative),
  );

  mount(app, endpoints.showTemplateKit, async () => {
    const { base, runtime, fonts, templates } = templateKit();
    const standard = Object.entries(templates).map(([name, { source }]) => ({ name, markup: source }));
    return { base, runtime, fonts, standard };
  });
  mount(app, endpoints.readBannerZip, async ({ files, lang }) => acceptBannerZip(platform.workers, files, lang));
  mount(app, endpoints.listCreatives, async ({ query, lang }) => listCreatives(db, query, lang));
  mount(app, endpoints.createCreative, async ({ caller, body, files }) =>
    createCreative(platform, caller, body, files),
  );
  mount(app, endpoints.showCreative, async ({ params, lang }) => getCreative(db, params.creative, lang));
  mount(app, endpoints.updateCreative, async ({ caller, params, body, files }) =>
    updateCreative(platform, caller, params.creative, body, files),
  );
  mount(app, endpoints.deleteCreative, async ({ params }) => deleteCreative(db, params.creative));
  mount(app, endpoints.duplicateCreative, async ({ caller, params }) =>
    duplicateCreative(platform, caller, params.creative),
  );
  mount(app, endpoints.deleteCreativeItem, async ({ params }) => deleteItem(db, params.creativeItem));
}
