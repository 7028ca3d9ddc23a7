import { type Language, languages } from "@litfass/contract/kernel/language";
import { internalRequest } from "@litfass/platform/http/internal-call";
import { firstAdminPath } from "../../modules/identity/index.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments, UsageError } from "./cli-command.ts";

/** Creates the first super_admin of the running installation. */
export const createAdmin: CliCommand = {
  name: "create-admin",
  usage: `EMAIL [${languages.join("|")}]`,
  about: "creates the first super_admin of the running installation and prints a link to choose a password",
  async run(args, { env, say }) {
    const [email = "", language = "en"] = readArguments(args, ["EMAIL", "[LANGUAGE]"], {}).positionals;
    const lang = languages.find((each) => each === language);
    if (!lang) throw new UsageError(`The language is one of ${languages.join(", ")}`);
    const link = await requestLink(env, { email, lang });
    say(`The super_admin chooses a password within seven days at\n${link}`);
    return 0;
  },
};

type Input = { email: string; lang: Language };

async function requestLink(env: Record<string, string | undefined>, input: Input): Promise<string> {
  const { internalUrl, secrets } = readAppConfig(env);
  const request = internalRequest(secrets.internal[0], firstAdminPath, { at: new Date(), input });
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${internalUrl}${firstAdminPath}`, { ...request, signal }).catch(() => {
    throw new CliError(`Litfass does not respond at ${internalUrl}: start it first`);
  });
  if (answer.ok) return ((await answer.json()) as { link: string }).link;
  const reasons: Record<number, CliError> = {
    401: new CliError("DATA_DIR or INTERNAL_SECRET is not that of the running installation"),
    409: new CliError("There is a super_admin already; further ones are invited on the users screen"),
    422: new CliError(
      `${input.email} is no valid address or taken, or "${input.lang}" is not offered: \`settings set languages\` adds it`,
    ),
  };
  throw reasons[answer.status] ?? new CliError(`Litfass answered ${answer.status}; its log says why`);
}
