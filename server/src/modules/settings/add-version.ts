import type { OperatorSettings, SettingsSection } from "@litfass/contract/settings/operator-settings";
import { actorName, actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { conflict } from "@litfass/platform/problem";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { encodeSection, readSettings } from "@litfass/platform/settings/read-settings";
import { insertVersion, lockSection } from "@litfass/platform/settings/settings-sql";
import { settingsChanges } from "./field-changes.ts";

export type SettingsServices = {
  /** This process's settings, refreshed after a change, and those of the configuration. */
  operatorSettings: LiveSettings;
  defaultSettings: OperatorSettings;
};
declare module "@litfass/platform/command/command" {
  interface CommandServices extends SettingsServices {}
}

/**
 * Adds a version of a section based on `version`, with its audit entry; nothing if the settings are the same.
 * @throws 409 if another change came first.
 */
export async function addVersion(
  ctx: CommandContext<SettingsServices>,
  { section, version, note }: { section: SettingsSection; version: number; note: string },
  encoded: Record<string, unknown>,
  restoredFrom: number | null,
): Promise<void> {
  const { tx, actor, services } = ctx;
  await lockSection(tx, section);
  const current = await readSettings(tx, services.defaultSettings);
  if (current.versions[section] !== version) throw conflict("settings_changed", "settings.changed");
  const changes = settingsChanges(encodeSection(section, current.settings[section]), encoded);
  if (changes.length === 0) {
    ctx.audit.unchanged("the settings are the same");
    return;
  }
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
