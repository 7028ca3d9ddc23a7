import type { EndpointName } from "@litfass/contract/index";

/** Everything that shows settings is read again after a change. */
export const settingsReads: readonly EndpointName[] = [
  "showOperatorSettings",
  "listSettingsVersions",
  "showSite",
  "listPlans",
  "showPrices",
];
