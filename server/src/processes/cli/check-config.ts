import { checkAppEnvironment } from "../config.ts";
import { type CliCommand, readArguments } from "./cli-command.ts";
import { configWarnings } from "./config-warnings.ts";

/** Prints every fault of the settings at once, and what is allowed but would hurt. Changes nothing. */
export const checkConfig: CliCommand = {
  name: "check-config",
  usage: "[--production]",
  about: "prints every fault of the settings, and warnings for settings that are valid but dangerous",
  async run(args, { env, say }) {
    const { values: flags } = readArguments(args, [], { production: { type: "boolean" } });
    const given = flags.production ? { ...env, PRODUCTION: "on" } : env;
    const { values, faults } = checkAppEnvironment(given);
    const faulty = new Set(faults.map(({ variable }) => variable));
    // A variable with a fault was read as unset, so a warning about it could be wrong.
    const warnings = configWarnings(values, new Date()).filter(({ variable }) => !faulty.has(variable));
    for (const { variable, problem } of faults) say(`fault    ${variable}: ${problem}`);
    for (const { variable, problem } of warnings) say(`warning  ${variable}: ${problem}`);
    const mode = values.PRODUCTION ? "production" : values.DEMO === "on" ? "demo" : "without demo and production";
    say(`${countOf(faults.length, "fault")}, ${countOf(warnings.length, "warning")} (mode: ${mode})`);
    return faults.length > 0 ? 1 : 0;
  },
};

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
