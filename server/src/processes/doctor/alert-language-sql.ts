import { isLanguage, type Language } from "@litfass/contract/kernel/language";
import { defaultSettings } from "@litfass/contract/settings/default-settings";
import type { Config } from "@litfass/platform/config/config";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";

type Parts = { client: pg.Client | null; config: Config };

/**
 * The language of alerts to an address: of the user with it, else the first that the operator offers. English if the
 * database does not respond, which may be what the alert is about.
 */
export async function alertLanguage({ client, config }: Parts, to: string): Promise<Language> {
  if (client === null) return "en";
  try {
    const { rows } = await client.query<{ lang: string }>(
      "select lang from users where lower(email) = lower($1) limit 1",
      [to],
    );
    const own = rows[0]?.lang;
    if (own !== undefined && isLanguage(own)) return own;
    const { settings } = await readSettings(drizzle({ client }), defaultSettings(config));
    return settings.languages.offered[0] ?? "en";
  } catch {
    return "en";
  }
}
