import { hasRegistrableDomain } from "@litfass/adserver/index";
import type { OperatorSettings, SettingsSection } from "@litfass/contract/settings/operator-settings";
import type { PriceList } from "@litfass/contract/settings/price-list";
import { actorName, actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { encodeSection, findTermsEdition, parseSection, readSettings } from "@litfass/platform/settings/read-settings";
import {
  findVersion,
  insertVersion,
  listStoredImages,
  listVersionsSince,
  lockSection,
} from "@litfass/platform/settings/settings-sql";
import { offerFormats } from "../creatives/index.ts";
import { currenciesOfCustomers, firstAccountAt, withdrawAcceptances } from "../users/index.ts";
import { currencyErrors, rateErrors } from "./check-currencies.ts";
import { discountErrors, newDiscounts } from "./check-discounts.ts";
import { settingsChanges } from "./field-changes.ts";

export type SettingsServices = {
  /** This process's settings, refreshed after a change, and those of the configuration. */
  operatorSettings: LiveSettings;
  defaultSettings: OperatorSettings;
};
declare module "@litfass/platform/command/command" {
  interface CommandServices extends SettingsServices {}
}

type ChangeOf<Section extends SettingsSection> = {
  section: Section;
  /** The version on which the change is based. */
  version: number;
  settings: OperatorSettings[Section];
  note: string;
};
export type SettingsChange = { [Section in SettingsSection]: ChangeOf<Section> }[SettingsSection];

/**
 * Changes a section of the operator's settings: adds a version, which every process applies.
 * @throws 409 if another change came first, 422 at an image that was not uploaded, an edition out of turn, a public
 * suffix or a discount on a price that did not apply.
 */
export const changeSettings = command({
  name: "settings.change_settings",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<SettingsChange, SettingsServices>): Promise<void> {
    if (input.section === "brand") await requireImages(ctx, input.settings);
    if (input.section === "legal") await applyEdition(ctx, input.settings.terms_edition);
    if (input.section === "publishers")
      requireRegistrable(
        input.settings.sites.map(({ domain }) => domain),
        (index) => `settings.sites.${index}.domain`,
      );
    if (input.section === "third_party") requireRegistrable(input.settings.hosts, (index) => `settings.hosts.${index}`);
    const encoded = encodeSection(input.section, input.settings);
    await addVersion(ctx, input, encoded, null);
  },
});

/**
 * Repeats an earlier version of a section as a new one; 0 is the configuration. @throws 404 for an unknown version,
 * 409 if another change came first.
 */
export const restoreSettings = command({
  name: "settings.restore_settings",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input,
  }: CommandCall<
    { section: SettingsSection; version: number; restore: number; note: string },
    SettingsServices
  >): Promise<void> {
    const { section, restore } = input;
    const stored = restore === 0 ? null : await findVersion(ctx.tx, section, restore);
    if (restore !== 0 && stored === null) throw notFound();
    const earlier = stored ? parseSection(section, stored.settings) : ctx.services.defaultSettings[section];
    // Customers have accepted the edition in force; an earlier text does not take that back.
    const settings = section === "legal" ? { ...earlier, terms_edition: await findTermsEdition(ctx.tx) } : earlier;
    await addVersion(ctx, input, encodeSection(section, settings), restore);
  },
});

async function addVersion(
  ctx: CommandContext<SettingsServices>,
  { section, version, note }: { section: SettingsSection; version: number; note: string },
  encoded: Record<string, unknown>,
  restoredFrom: number | null,
): Promise<void> {
  const { tx, actor, services } = ctx;
  // Each names the currencies of the other.
  if (section === "prices" || section === "rates") await lockSection(tx, "rates");
  await lockSection(tx, section);
  const current = await readSettings(tx, services.defaultSettings);
  if (current.versions[section] !== version) throw conflict("settings_changed", "settings.changed");
  const changes = settingsChanges(encodeSection(section, current.settings[section]), encoded);
  if (changes.length === 0) {
    ctx.audit.unchanged("the settings are the same");
    return;
  }
  if (section === "prices") {
    const next = parseSection(section, encoded);
    refuse(currencyErrors(next, current.settings.rates, await currenciesOfCustomers(tx)));
    await checkDiscounts(ctx, next, current.settings.prices);
  }
  if (section === "rates") {
    const next = parseSection(section, encoded);
    refuse(rateErrors(next, current.settings.prices, await currenciesOfCustomers(tx), ctx.lang));
  }
  if (section === "formats") await offerFormats(tx, parseSection(section, encoded).sizes, ctx.clock.now());
  await insertVersion(tx, {
    section,
    version: version + 1,
    settings: encoded,
    changedAt: ctx.clock.now(),
    changed_by: actorUid(actor),
    changed_by_job: actor.kind === "job" ? actorName(actor) : null,
    note,
    restored_from: restoredFrom,
  });
  await ctx.audit.record({
    subject: { type: "operator_settings", id: section },
    changes,
    details: { description: note },
  });
  // The caller reads the new settings at once; other processes learn of them by the notification.
  ctx.afterCommit(() => services.operatorSettings.refresh());
}

/** The next edition of the terms asks every advertiser to accept them. @throws 422 for any other edition. */
async function applyEdition(ctx: CommandContext, edition: number): Promise<void> {
  await lockSection(ctx.tx, "legal");
  const current = await findTermsEdition(ctx.tx);
  if (edition === current) return;
  if (edition !== current + 1) throw invalid({ "settings.terms_edition": ["settings.terms_edition"] });
  await withdrawAcceptances(ctx.tx, current);
}

/** Below a public suffix, such as `ch`, any site could show ads, or any server deliver them. @throws 422 */
function requireRegistrable(domains: string[], fieldOf: (index: number) => string): void {
  const wrong = domains.flatMap((domain, index) => (hasRegistrableDomain(domain) ? [] : [index]));
  if (wrong.length === 0) return;
  throw invalid(Object.fromEntries(wrong.map((index) => [fieldOf(index), ["settings.public_suffix"]])));
}

async function requireImages(ctx: CommandContext, brand: OperatorSettings["brand"]): Promise<void> {
  const fields = (["logo_light", "logo_dark", "mark"] as const).flatMap((field) => {
    const hash = brand[field];
    return hash === null ? [] : [{ field, hash }];
  });
  const stored = await listStoredImages(
    ctx.tx,
    fields.map(({ hash }) => hash),
  );
  const missing = fields.filter(({ hash }) => !stored.has(hash));
  if (missing.length > 0) {
    throw invalid(Object.fromEntries(missing.map(({ field }) => [`settings.${field}`, ["settings.image_missing"]])));
  }
}

/** More versions of the price list than anybody makes in two months; with more, the older days count as not offered. */
const maxVersions = 500;
const twoMonthsMs = 62 * 86_400_000;

/** Checks each new or changed discount against the former price, which the versions prove. @throws 422 at its field. */
async function checkDiscounts(
  ctx: CommandContext<SettingsServices>,
  next: PriceList,
  before: PriceList,
): Promise<void> {
  const now = ctx.clock.now();
  const discounts = newDiscounts(next, before, now);
  if (discounts.length === 0) return;
  const days = discounts.map(({ setting }) => Date.parse(`${setting.discount.first_on}T00:00:00Z`));
  const since = new Date(Math.min(now.getTime(), ...days) - twoMonthsMs);
  const stored = await listVersionsSince(ctx.tx, "prices", since, maxVersions);
  const versions = stored.map((row) => ({
    from: new Date(row.changed_at),
    prices: parseSection("prices", row.settings),
  }));
  // The price list of the configuration applies since the first account was opened.
  if ((stored[0]?.version ?? 1) === 1) {
    const opened = (await firstAccountAt(ctx.tx)) ?? now;
    versions.unshift({ from: opened, prices: ctx.services.defaultSettings.prices });
  }
  const errors = discountErrors(discounts, next, versions, { now, lang: ctx.lang });
  refuse(errors);
}

/** @throws 422 if there are errors. */
function refuse(errors: Record<string, string[]>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
