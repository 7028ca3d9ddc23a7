import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { findUser } from "../users/index.ts";
import { importAudiences } from "./audiences/import-audiences.ts";
import { categoryTree } from "./categories/category-tree.ts";
import { changeDomainList } from "./domain-lists/change-domain-list.ts";
import { createDomainList } from "./domain-lists/create-domain-list.ts";
import { deleteDomainList } from "./domain-lists/delete-domain-list.ts";
import { domainListsOf } from "./domain-lists/list-domain-lists.ts";
import { searchLocations, searchRadius } from "./geography/gazetteer.ts";
import { regionOutlines } from "./geography/region-outlines.ts";
import { advancedSettingsOf, audiencesOf, searchAudiences } from "./settings/advanced-settings.ts";
import { demographics, languageOptions } from "./settings/options.ts";

/** The options of a target group: places, categories, languages, demographics, domain lists and audiences. */
export function targetingRoutes(app: FastifyInstance, { db, config, lastingKeys, settings }: Platform): void {
  mount(app, endpoints.searchLocations, async ({ caller, body }) => {
    const user = await findUser(db, caller.uid);
    const first = settings.current().campaigns.countries;
    return searchLocations(body.q, { kind: body.kind, home: user?.countryCode ?? null, first });
  });
  mount(app, endpoints.listRegionOutlines, async ({ params }) => {
    const outlines = regionOutlines(params.country);
    if (!outlines) throw notFound();
    return outlines;
  });
  mount(app, endpoints.searchRadius, async ({ body }) => searchRadius(body.latitude, body.longitude, body.radius_km));
  mount(app, endpoints.listCategories, async ({ lang }) => categoryTree(lang));
  mount(app, endpoints.listLanguages, async () => languageOptions());
  mount(app, endpoints.listDemographics, async ({ lang }) => demographics(lang));
  mount(app, endpoints.showAdvancedSettings, ({ caller, params, lang }) =>
    advancedSettingsOf(db, caller, params.user, { config, lastingKeys, lang }),
  );

  mount(app, endpoints.listChannels, ({ caller, params }) => domainListsOf(db, caller, params.uid));
  mountCommand(app, endpoints.createDomainList, createDomainList, ({ params, body }) => ({
    uid: params.uid,
    list: body,
  }));
  mountCommand(app, endpoints.changeDomainList, changeDomainList, ({ params, body }) => ({
    uid: params.uid,
    id: params.list,
    change: body,
  }));
  mountCommand(app, endpoints.deleteDomainList, deleteDomainList, ({ params }) => ({
    uid: params.uid,
    id: params.list,
  }));

  mount(app, endpoints.listAudiences, ({ caller, params }) => audiencesOf(db, caller, params.uid));
  mount(app, endpoints.searchAudiences, ({ caller, body }) => searchAudiences(db, caller, body));
  mountCommand(app, endpoints.importAudiences, importAudiences, ({ body }) => body);
}
