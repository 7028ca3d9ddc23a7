import i18next from "i18next";
import type { CatalogName, TextKey } from "./text-keys.ts";

/** Whether a key built from server data exists in a catalog that is already loaded; narrows it to a known key. */
export const hasText = <Catalog extends CatalogName>(key: string, catalog: Catalog): key is TextKey<Catalog> =>
  i18next.exists(key, { ns: catalog });
