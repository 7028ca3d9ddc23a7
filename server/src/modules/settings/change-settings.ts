import type { OperatorSettings, SettingsSection } from "@litfass/contract/settings/operator-settings";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { encodeSection, parseSection } from "@litfass/platform/settings/read-settings";
import { findVersion, listStoredImages } from "@litfass/platform/settings/settings-sql";
import { addVersion, type SettingsServices } from "./add-version.ts";

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
 * @throws 409 if another change came first, 422 at an image that was not uploaded.
 */
export const changeSettings = command({
  name: "settings.change_settings",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<SettingsChange, SettingsServices>): Promise<void> {
    if (input.section === "brand") await requireImages(ctx, input.settings);
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
    const settings = stored ? parseSection(section, stored.settings) : ctx.services.defaultSettings[section];
    await addVersion(ctx, input, encodeSection(section, settings), restore);
  },
});

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
