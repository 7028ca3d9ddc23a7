/** Public interface of the targeting module. */

export { cityName } from "@litfass/contract/targeting/city-name-texts";
export { audiencesById, payeesOfAudiences, unknownDataProvider } from "./audiences/audience-sql.ts";
export { importAudiences } from "./audiences/import-audiences.ts";
export { categoryNames, isCategory } from "./categories/category-tree.ts";
export { targetingCommands } from "./commands.ts";
export { domainListsById } from "./domain-lists/domain-list-sql.ts";
export { type SelectedLists, selectedLists } from "./domain-lists/selected-lists.ts";
export { countriesWithin, searchLocations, warmGazetteer } from "./geography/gazetteer.ts";
export { centerOf } from "./geography/place-center.ts";
export { regionName } from "./geography/region-names.ts";
export { targetingRoutes } from "./routes.ts";
export type { SelectingCampaigns, Selection, TargetingServices } from "./selecting-campaigns.ts";
export { getReachableUser, hasAdvancedSettings } from "./settings/advanced-settings.ts";
export { demographics, householdIncomeOptions, isLanguage } from "./settings/options.ts";
export { readSiteRules, setSiteOnOwnLists } from "./site-rules/site-rules.ts";
