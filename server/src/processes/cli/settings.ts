import { settingsSections } from "@litfass/contract/settings/operator-settings";
import { internalRequest } from "@litfass/platform/http/internal-call";
import { z } from "zod";
import { commandLineSettingsPath, type SettingsCall } from "../../modules/settings/index.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, type CliContext, CliError, readArguments, UsageError } from "./cli-command.ts";

const versionsSchema = z.array(
  z.object({
    version: z.number(),
    changed_at: z.string(),
    changed_by: z.string().nullable(),
    note: z.string(),
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  }),
);
const currentSchema = z.object({ version: z.number(), settings: z.record(z.string(), z.unknown()) });
const allSchema = z.record(z.string(), currentSchema);

/** Reads and changes the operator's settings of the running installation. */
export const settings: CliCommand = {
  name: "settings",
  usage: "list | get SECTION | set SECTION JSON --note TEXT | history SECTION | restore SECTION VERSION --note TEXT",
  about: "shows, changes and restores the operator's settings of the running installation",
  async run(args, context) {
    const { positionals, values } = readArguments(args, ["ACTION", "[SECTION]", "[VALUE]"], {
      note: { type: "string" },
    });
    const [action = "", given, value] = positionals;
    const note = typeof values.note === "string" ? values.note : "";
    if (action === "list") {
      const all = allSchema.parse(await ask(context, { action: "show" }));
      for (const [name, { version }] of Object.entries(all)) context.say(`${name.padEnd(12)}version ${version}`);
      return 0;
    }
    const section = settingsSections.find((each) => each === given);
    if (!section) throw new UsageError(`SECTION is one of ${settingsSections.join(", ")}`);
    if (action === "get") {
      const all = allSchema.parse(await ask(context, { action: "show" }));
      context.say(JSON.stringify(all[section]?.settings, null, 2));
      return 0;
    }
    if (action === "history") {
      const versions = versionsSchema.parse(await ask(context, { action: "history", section }));
      if (versions.length === 0) context.say(`${section} was never changed: it is version 0, the configuration`);
      for (const each of versions) {
        context.say(`${each.version}  ${each.changed_at}  ${each.changed_by ?? "command line"}  ${each.note}`);
        for (const { field, before, after } of each.changes) context.say(`   ${field}: ${before} → ${after}`);
      }
      return 0;
    }
    if (action !== "set" && action !== "restore") throw new UsageError(`"${action}" is no action`);
    if (note === "") throw new UsageError("--note is missing: the reason of the change");
    const call: SettingsCall =
      action === "set"
        ? { action, section, note, settings: objectOf(value ?? "") }
        : { action, section, note, restore: versionOf(value ?? "") };
    context.say(`${section} is version ${currentSchema.parse(await ask(context, call)).version} now`);
    return 0;
  },
};

function objectOf(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageError(`JSON is an object with the changed fields, like '{"name":"Acme AG"}'`);
  }
}

function versionOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError("VERSION is a number; 0 is the configuration");
  return Number(text);
}

async function ask({ env }: CliContext, call: SettingsCall): Promise<unknown> {
  const { internalUrl, secrets } = readAppConfig(env);
  const request = internalRequest(secrets.internal[0], commandLineSettingsPath, { at: new Date(), input: call });
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${internalUrl}${commandLineSettingsPath}`, { ...request, signal }).catch(() => {
    throw new CliError(`Litfass does not respond at ${internalUrl}: start it first`);
  });
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok) return content;
  const { errors, message } = problemSchema.catch({}).parse(content);
  const lines = Object.entries(errors ?? {}).map(([field, texts]) => `${field}: ${texts.join("; ")}`);
  throw new CliError(lines.join("\n") || message || `Litfass answered ${answer.status}; its log says why`);
}

const problemSchema = z.object({
  errors: z.record(z.string(), z.array(z.string())).optional(),
  message: z.string().optional(),
});
