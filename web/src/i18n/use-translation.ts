import i18next, { type i18n } from "i18next";
import { useTranslation as useI18nextTranslation } from "react-i18next";
import type { CatalogName, TextKey, Translate } from "./text-keys.ts";

/**
 * Texts of a catalog, loaded when first used; changes with the display language. A type of our own for `t`: i18next's
 * takes half of the time of a type check.
 */
export function useTranslation<Catalog extends CatalogName = "ui">(
  catalog?: Catalog,
): { t: Translate<Catalog>; i18n: i18n } {
  return useI18nextTranslation(catalog) as unknown as { t: Translate<Catalog>; i18n: i18n };
}

/** A text outside of components, of a catalog that is already loaded. */
export const translate = <Catalog extends CatalogName>(catalog: Catalog, key: TextKey<Catalog>): string =>
  i18next.t(key, { ns: catalog });
