import { endpoints } from "@litfass/contract/index";
import { offeredFormats } from "@litfass/contract/kernel/formats";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { createCategory, deleteCategory, getCategory, listCreativeCategories, updateCategory } from "../categories.ts";
import { acceptBannerZip } from "../uploads/accept-banner-zip.ts";
import { presentReport } from "../uploads/banner-report.ts";
import { readCreativePictures } from "./creative-files.ts";
import {
  createCreative,
  deleteCreative,
  deleteItem,
  duplicateCreative,
  getCreative,
  listCreatives,
  picturesOfChange,
  updateCreative,
} from "./library-creatives.ts";
import {
  createGroup,
  deleteGroup,
  getLibraryGroup,
  listCreativeGroups,
  readPreview,
  removeFromGroup,
  updateGroup,
} from "./library-groups.ts";
import { groupsWithSelected, selectGroups } from "./selected-groups.ts";
import { templateKit } from "./template-kit.ts";

/** Categories, groups and creatives of the library, for staff. */
export function libraryRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  mount(app, endpoints.listCreativeCategories, async ({ query, lang }) => listCreativeCategories(db, query, lang));
  mountCommand(app, endpoints.createCreativeCategory, createCategory, ({ body }) => body);
  mount(app, endpoints.showCreativeCategory, async ({ params, lang }) => getCategory(db, params.id, lang));
  mountCommand(app, endpoints.updateCreativeCategory, updateCategory, ({ params, body }) => ({ id: params.id, body }));
  mountCommand(app, endpoints.deleteCreativeCategory, deleteCategory, ({ params }) => params);

  mount(app, endpoints.listCreativeGroups, async ({ query, lang }) => listCreativeGroups(db, query, lang));
  mountCommand(app, endpoints.createCreativeGroup, createGroup, async ({ body, files }) => ({
    body,
    preview: await readPreview(files),
  }));
  mount(app, endpoints.listGroupsWithSelected, async ({ params, lang }) => groupsWithSelected(db, params.user, lang));
  mountCommand(app, endpoints.selectCreativeGroups, selectGroups, ({ params, body }) => ({
    user: params.user,
    groups: body.creative_groups,
  }));
  mount(app, endpoints.showCreativeGroup, async ({ params, lang }) => getLibraryGroup(db, params.uuid, lang));
  mountCommand(app, endpoints.updateCreativeGroup, updateGroup, async ({ params, body, files }) => ({
    uuid: params.uuid,
    body,
    preview: await readPreview(files),
  }));
  mountCommand(app, endpoints.deleteCreativeGroup, deleteGroup, ({ params }) => params);
  mountCommand(app, endpoints.removeCreativeFromGroup, removeFromGroup, ({ params }) => params);

  mount(app, endpoints.showTemplateKit, async () => {
    const { base, runtime, fonts, templates } = templateKit();
    const standard = Object.entries(templates).map(([name, { source }]) => ({ name, markup: source }));
    return { base, runtime, fonts, standard };
  });
  mount(app, endpoints.readBannerZip, async ({ files, lang }) => {
    const offered = offeredFormats(platform.settings.current().formats.sizes);
    const { html, facts } = await acceptBannerZip({ ...platform, offered }, files, lang);
    const { exchanges } = platform.config;
    return { html, report: presentReport({ facts, browser: "off" }, { lang, exchanges, offered }) };
  });
  mount(app, endpoints.listCreatives, async ({ query, lang }) => listCreatives(db, query, lang));
  mountCommand(app, endpoints.createCreative, createCreative, async ({ body, files }) => ({
    body,
    pictures: await readCreativePictures(files, body.type),
  }));
  mount(app, endpoints.showCreative, async ({ params, lang }) => getCreative(db, params.creative, lang));
  mountCommand(app, endpoints.updateCreative, updateCreative, async ({ params, body, files }) => ({
    uuid: params.creative,
    body,
    pictures: await picturesOfChange(db, params.creative, body, files),
  }));
  mountCommand(app, endpoints.deleteCreative, deleteCreative, ({ params }) => ({ uuid: params.creative }));
  mountCommand(app, endpoints.duplicateCreative, duplicateCreative, ({ params }) => ({ uuid: params.creative }));
  mountCommand(app, endpoints.deleteCreativeItem, deleteItem, ({ params }) => ({ id: params.creativeItem }));
}
