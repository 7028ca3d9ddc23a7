import type { signInProviders } from "@litfass/contract/users";
import type { Config } from "../platform/config.ts";

/**
 * The ways to sign in that the screens offer. Google's Identity Platform takes the social providers that are configured
 * here; the built-in provider takes passwords.
 */
export function signInProvidersOffered(config: Pick<Config, "providers">): (typeof signInProviders)[number][] {
  const { firebase, google, microsoft, meta } = config.providers;
  if (!firebase) return ["password"];
  return [
    "password",
    ...(google ? (["google"] as const) : []),
    ...(microsoft ? (["microsoft"] as const) : []),
    ...(meta ? (["facebook"] as const) : []),
  ];
}
