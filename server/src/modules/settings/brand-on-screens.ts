import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { siteEndpoints } from "@litfass/contract/operations/site";
import { textColorOn } from "@litfass/contract/settings/contrast";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import { apiBase } from "@litfass/platform/http/mount";

/** The address of an image of the brand. */
export const brandImageUrl = (hash: string): string => `${apiBase}/site/images/${hash}`;

const urlOf = (hash: string | null): string | null => (hash === null ? null : brandImageUrl(hash));

/** The brand in the status of the site. A missing dark logo is the light one. */
export const brandOnScreens = (brand: Brand): CallOutput<(typeof siteEndpoints)["showSite"]>["brand"] => ({
  name: brand.operator_name,
  support_address: brand.support_address,
  social_links: brand.social_links,
  primary_color: brand.primary_color,
  text_on_primary: textColorOn(brand.primary_color).color,
  logo_light: urlOf(brand.logo_light),
  logo_dark: urlOf(brand.logo_dark ?? brand.logo_light),
  mark: urlOf(brand.mark),
});
