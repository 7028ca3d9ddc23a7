import { internalRequest } from "@litfass/platform/http/internal-call";
import { firstAdminPath } from "../../modules/identity/index.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments } from "./cli-command.ts";

/** Creates the first super_admin of the running installation. */
export const createAdmin: CliCommand = {
  name: "create-admin",
  usage: "EMAIL",
  about: "creates the first super_admin of the running installation and prints a link to choose a password",
  async run(args, { env, say }) {
    const { positionals } = readArguments(args, ["EMAIL"], {});
    const link = await requestLink(env, positionals[0] ?? "");
    say(`The super_admin chooses a password within seven days at\n${link}`);
    return 0;
  },
};

async function requestLink(env: Record<string, string | undefined>, email: string): Promise<string> {
  const { internalUrl, secrets } = readAppConfig(env);
  const request = internalRequest(secrets.internal[0], firstAdminPath, { at: new Date(), input: { email } });
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${internalUrl}${firstAdminPath}`, { ...request, signal }).catch(() => {
    throw new CliError(`Litfass does not respond at ${internalUrl}: start it first`);
  });
  if (answer.ok) return ((await answer.json()) as { link: string }).link;
  const reasons: Record<number, CliError> = {
    401: new CliError("DATA_DIR or INTERNAL_SECRET is not that of the running installation"),
    409: new CliError("There is a super_admin already; further ones are invited on the users screen"),
    422: new CliError(`${email} cannot be used: it is no valid address, or taken`),
  };
  throw reasons[answer.status] ?? new CliError(`Litfass answered ${answer.status}; its log says why`);
}
