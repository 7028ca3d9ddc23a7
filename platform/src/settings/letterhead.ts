import { productName } from "@litfass/contract/settings/default-settings";
import type { Platform } from "../platform.ts";
import { findImage } from "./settings-sql.ts";

/** The operator's name and logo at the top of documents; without a logo, the mark and the name. */
export type Letterhead = { name: string; logo: Buffer | null };

export const productLetterhead: Letterhead = { name: productName, logo: null };

/** The operator's letterhead as it is now, with the logo for light backgrounds. */
export async function letterheadOf({ db, settings }: Pick<Platform, "db" | "settings">): Promise<Letterhead> {
  const { operator_name: name, logo_light: hash } = settings.current().brand;
  const image = hash === null ? null : await findImage(db, hash);
  return { name, logo: image?.body ?? null };
}
