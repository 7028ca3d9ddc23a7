import { fieldErrors } from "@litfass/contract/kernel/field-errors";
import { type SettingsSection, settingsSchemas, settingsSections } from "@litfass/contract/settings/operator-settings";
import { outputOf } from "@litfass/platform/command/execute";
import { mountInternal } from "@litfass/platform/http/internal-call";
import type { Platform } from "@litfass/platform/platform";
import { invalid } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { changeSettings, restoreSettings, type SettingsChange } from "./change-settings.ts";
import { listSettingsVersions, showSettings } from "./present-settings.ts";

export const commandLineSettingsPath = "/internal/operator-settings";

const section = z.enum(settingsSections);
const note = z.string().trim().min(1).max(200);
const callSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("show") }),
  z.strictObject({ action: z.literal("history"), section }),
  z.strictObject({ action: z.literal("set"), section, note, settings: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.literal("restore"), section, note, restore: z.int().nonnegative() }),
]);
/** What the command line asks of the settings. The fields of `set` replace those of the current version. */
export type SettingsCall = z.input<typeof callSchema>;

/** The operator's settings for the command line on the installation's own machine, by the commands of the screen. */
export const commandLineSettings = (platform: Platform): FastifyPluginAsync =>
  mountInternal(platform, {
    path: commandLineSettingsPath,
    input: callSchema,
    // Legal texts in all languages are the longest section.
    maxBodyBytes: 2 * 1024 * 1024,
    run: (call, app) => answer(app, platform, call),
  });

async function answer(app: FastifyInstance, platform: Platform, call: z.output<typeof callSchema>): Promise<unknown> {
  const { db, defaultSettings } = platform;
  if (call.action === "show") {
    const sections = settingsSections.map(async (each) => [each, await sectionOf(platform, each)] as const);
    return Object.fromEntries(await Promise.all(sections));
  }
  if (call.action === "history") {
    return (await listSettingsVersions(db, call.section, { page: 1, per_page: 100 }, defaultSettings)).data;
  }
  const current = await sectionOf(platform, call.section);
  const execution = { actor: { kind: "operator" }, lang: "en" } as const;
  const { version } = current;
  if (call.action === "restore") {
    const input = { section: call.section, version, restore: call.restore, note: call.note };
    outputOf(await app.services.execute(restoreSettings, { ...execution, input }));
  } else {
    const settings = checked(settingsSchemas[call.section], { ...current.settings, ...call.settings });
    const input = { section: call.section, version, settings, note: call.note } as SettingsChange;
    outputOf(await app.services.execute(changeSettings, { ...execution, input }));
  }
  return sectionOf(platform, call.section);
}

/** A section in the format of the API, where amounts are decimal. */
async function sectionOf(
  { db, defaultSettings }: Platform,
  section: SettingsSection,
): Promise<{ version: number; settings: Record<string, unknown> }> {
  const { version, settings } = (await showSettings(db, defaultSettings))[section];
  return { version, settings: settingsSchemas[section].encode(settings as never) };
}

/** The parsed value. @throws 422 with the fields that do not fit. */
function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error, "en"));
  return parsed.data;
}
