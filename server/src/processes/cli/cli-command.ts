import { parseArgs } from "node:util";

/** What a command of the command line reads and writes besides its arguments. */
export type CliContext = {
  env: Record<string, string | undefined>;
  say: (line: string) => void;
};

/** A command of `npm run litfass`. */
export type CliCommand = {
  name: string;
  /** Its arguments, as in the help: `FILE [--key-file FILE]`. */
  usage: string;
  /** One line for the list of commands. */
  about: string;
  /**
   * Runs the command.
   * @returns the exit code.
   * @throws UsageError for wrong arguments, CliError for a failure that one line explains.
   */
  run(args: string[], context: CliContext): Promise<number>;
};

/** A failure that the operator can fix; only its message is shown. */
export class CliError extends Error {
  override name = "CliError";
}

/** The arguments are wrong: the command's usage is shown as well. */
export class UsageError extends Error {
  override name = "UsageError";
}

type Flags = Record<string, { type: "string" | "boolean"; default?: string }>;

/**
 * The positional arguments, exactly `names` of them (those in brackets may be missing), and the flags.
 * @throws UsageError that names what is missing or unknown.
 */
export function readArguments<F extends Flags>(args: string[], names: string[], flags: F) {
  const parsed = parse(args, flags);
  const required = names.filter((name) => !name.startsWith("["));
  const missing = required[parsed.positionals.length];
  if (missing) throw new UsageError(`${missing} is missing`);
  const extra = parsed.positionals[names.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not expected`);
  return parsed;
}

function parse<F extends Flags>(args: string[], options: F) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
