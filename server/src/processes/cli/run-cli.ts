import { ConfigError } from "@litfass/platform/config/config";
import { StartError } from "@litfass/platform/process/lifetime";
import { backup, backupKey } from "./backup.ts";
import { checkConfig } from "./check-config.ts";
import { type CliCommand, type CliContext, CliError, UsageError } from "./cli-command.ts";
import { copyEvents } from "./copy-events.ts";
import { copyFiles } from "./copy-files.ts";
import { createAdmin } from "./create-admin.ts";
import { doctor } from "./doctor.ts";
import { eraseAccount } from "./erase-account.ts";
import { exportAccountCommand } from "./export-account.ts";
import { mailTest } from "./mail-test.ts";
import { reencryptCommand } from "./reencrypt.ts";
import { restore, verify } from "./restore.ts";
import { settings } from "./settings.ts";

const commands: readonly CliCommand[] = [
  checkConfig,
  doctor,
  backup,
  backupKey,
  restore,
  verify,
  copyFiles,
  copyEvents,
  exportAccountCommand,
  eraseAccount,
  reencryptCommand,
  settings,
  createAdmin,
  mailTest,
];

const call = "npm run litfass --";

/**
 * Runs one command of the command line.
 * @param args the command's name and its arguments, without the program.
 * @returns the exit code: 0 if it succeeded, 1 if it failed, 2 for wrong arguments.
 */
export async function runCli(args: string[], context: CliContext): Promise<number> {
  const { say } = context;
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help") {
    say(`Usage: ${call} COMMAND [ARGUMENTS]; --help after a command shows its arguments\n`);
    for (const line of overview()) say(line);
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) {
    say(`There is no command "${name}"; ${call} --help lists them`);
    return 2;
  }
  if (rest.includes("--help")) {
    say(command.about);
    say(usageOf(command));
    return 0;
  }
  try {
    return await command.run(rest, context);
  } catch (error) {
    if (error instanceof UsageError) {
      say(error.message);
      say(usageOf(command));
      return 2;
    }
    if (!(error instanceof CliError || error instanceof ConfigError || error instanceof StartError)) throw error;
    say(error.message);
    return 1;
  }
}

const usageOf = ({ name, usage }: CliCommand): string => `Usage: ${call} ${name} ${usage}`.trimEnd();

function overview(): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return commands.map(({ name, about }) => `  ${name.padEnd(width)}${about}`);
}
