import i18next, { type Namespace, type ParseKeys } from "i18next";

/** Whether a key built from server data exists in a catalog that is already loaded; narrows it to a known key. */
export const hasText = <Catalog extends Namespace>(key: string, catalog: Catalog): key is ParseKeys<Catalog> =>
  i18next.exists(key, { ns: catalog });
