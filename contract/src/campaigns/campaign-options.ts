import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line } from "../kernel/text.ts";
import { uidSchema } from "../kernel/validation.ts";
import { signedIn } from "../kernel/who.ts";
import { locationSchema, regionOutlinesSchema } from "../targeting/targeting.ts";
import { campaignEditors, campaignParams } from "./campaigns.ts";

/** A category of the catalog with its subcategories. */
const categorySchema = z
  .object({
    target_option_id: z.string(),
    category_name: z.string(),
    get children() {
      return z.array(categorySchema);
    },
  })
  .meta({ id: "Category" });

export type Category = { target_option_id: string; category_name: string; children: Category[] };
/** An entry of a settings list. */
export const optionSchema = z.object({ value: z.string(), text: z.string() });

export const campaignOptionEndpoints = {
  listCampaignOwners: endpoint({
    method: "GET",
    path: "/user-campaigns/owners",
    tag: "Campaigns",
    summary: "The customers whose campaigns the caller may see, by name, to filter lists by",
    who: campaignEditors,
    account: "any",
    query: z.object({
      search: line({ min: 0, max: 100 }).optional(),
      /** This one first, whatever is searched, so that a list filtered by it can name it. */
      owner: uidSchema.optional(),
    }),
    output: z.array(optionSchema),
  }),
  searchLocations: endpoint({
    method: "POST",
    path: "/user-campaigns/location/search",
    tag: "Campaign settings",
    summary: "Countries, regions, cities and zip codes by name in any language, those of the caller's country first",
    who: signedIn,
    account: "any",
    body: z.strictObject({
      q: line({ max: 80 }),
      kind: z.enum(["country", "region", "city", "zip"]).optional(),
    }),
    output: z.array(locationSchema),
  }),
  listRegionOutlines: endpoint({
    method: "GET",
    path: "/user-campaigns/location/regions/:country",
    tag: "Campaign settings",
    summary: "The regions of a country with their outlines for a map; 404 where none are known",
    who: signedIn,
    account: "any",
    params: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }),
    output: regionOutlinesSchema,
    errors: ["not_found"],
  }),
  searchRadius: endpoint({
    method: "POST",
    path: "/user-campaigns/location/radius-search",
    tag: "Campaign settings",
    summary: "The area of a point and a radius, with the places in it",
    who: signedIn,
    account: "any",
    body: z.strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      radius_km: z.number().min(1).max(500),
    }),
    output: z.object({ location: locationSchema, population: z.number().int(), places: z.array(locationSchema) }),
  }),
  listEntityStatuses: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/entity-statuses",
    tag: "Campaign settings",
    summary: "All campaign statuses",
    who: signedIn,
    account: "any",
    output: z.array(optionSchema),
  }),
  listAllowedStatuses: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/entity-statuses/:userCampaign",
    tag: "Campaign settings",
    summary: "The present status of a campaign and those that it can change to",
    who: campaignEditors,
    params: campaignParams,
    output: z.array(optionSchema),
    errors: ["not_found"],
  }),
  listCategories: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/categories",
    tag: "Campaign settings",
    summary: "The category tree",
    who: signedIn,
    account: "any",
    output: z.array(categorySchema),
  }),
  listLanguages: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/languages",
    tag: "Campaign settings",
    summary: "Languages a campaign can choose, with English names",
    who: signedIn,
    account: "any",
    output: z.array(optionSchema),
  }),
  listDemographics: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/demographic",
    tag: "Campaign settings",
    summary: "Age ranges, genders and parental statuses",
    who: signedIn,
    account: "any",
    output: z.object({
      ageRanges: z.array(optionSchema),
      genders: z.array(optionSchema),
      parentalStatuses: z.array(optionSchema),
    }),
  }),
  listPacings: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/pacing",
    tag: "Campaign settings",
    summary: "Pacing choices",
    who: signedIn,
    account: "any",
    output: z.array(optionSchema),
  }),
  listPerformanceGoals: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/performance-goals",
    tag: "Campaign settings",
    summary: "Performance goals; CPM is the only one",
    who: signedIn,
    account: "any",
    output: z.array(optionSchema),
  }),
};
