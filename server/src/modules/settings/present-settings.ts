import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { OperatorSettings, SettingsSection } from "@litfass/contract/settings/operator-settings";
import type { operatorSettingsEndpoints } from "@litfass/contract/settings/settings-endpoints";
import type { Database } from "@litfass/platform/postgres/postgres";
import { encodeSection, readSettings } from "@litfass/platform/settings/read-settings";
import { findVersion, listVersions } from "@litfass/platform/settings/settings-sql";
import { namesForStaff } from "../users/index.ts";
import { settingsChanges } from "./field-changes.ts";

type Endpoints = typeof operatorSettingsEndpoints;

/** The current settings with the version of each section. */
export async function showSettings(
  db: Database,
  defaults: OperatorSettings,
): Promise<CallOutput<Endpoints["showOperatorSettings"]>> {
  const { settings, versions } = await readSettings(db, defaults);
  return {
    brand: { version: versions.brand, settings: settings.brand },
    company: { version: versions.company, settings: settings.company },
    prices: { version: versions.prices, settings: settings.prices },
    rates: { version: versions.rates, settings: settings.rates },
    languages: { version: versions.languages, settings: settings.languages },
    legal: { version: versions.legal, settings: settings.legal },
    publishers: { version: versions.publishers, settings: settings.publishers },
    payouts: { version: versions.payouts, settings: settings.payouts },
    formats: { version: versions.formats, settings: settings.formats },
    third_party: { version: versions.third_party, settings: settings.third_party },
    review: { version: versions.review, settings: settings.review },
    campaigns: { version: versions.campaigns, settings: settings.campaigns },
    site: { version: versions.site, settings: settings.site },
  };
}

/** A page of a section's versions, each with what it changed. */
export async function listSettingsVersions(
  db: Database,
  section: SettingsSection,
  { page, per_page }: { page: number; per_page: number },
  defaults: OperatorSettings,
): Promise<CallOutput<Endpoints["listSettingsVersions"]>> {
  const { rows, total } = await listVersions(db, section, { limit: per_page, offset: (page - 1) * per_page });
  const names = await namesForStaff(db, [...new Set(rows.flatMap(({ changed_by }) => changed_by ?? []))]);
  const oldest = rows.at(-1);
  const before = oldest && oldest.version > 1 ? await findVersion(db, section, oldest.version - 1) : null;
  const data = rows.map((row, index) => {
    const previous = (rows[index + 1] ?? before)?.settings ?? encodeSection(section, defaults[section]);
    return {
      version: row.version,
      changed_at: new Date(row.changed_at).toISOString(),
      changed_by: row.changed_by === null ? row.changed_by_job : (names.get(row.changed_by) ?? row.changed_by),
      is_automatic: row.changed_by_job !== null,
      note: row.note,
      restored_from: row.restored_from,
      changes: settingsChanges(previous as object, row.settings as object).map(({ field, before, after }) => ({
        field,
        before: String(before ?? ""),
        after: String(after ?? ""),
      })),
    };
  });
  return { data, meta: metaOf(page, per_page, total) };
}
