import type { signInProviders } from "@litfass/contract/users/users";
import type { Config } from "@litfass/platform/config/config";

/** The ways to sign in that the screens offer: a password, and each social provider that is configured (FIELD-USER-012). */
export function signInProvidersOffered(config: Pick<Config, "providers">): (typeof signInProviders)[number][] {
  const { google, microsoft, meta } = config.providers;
  return [
    "password",
    ...(google ? (["google"] as const) : []),
    ...(microsoft ? (["microsoft"] as const) : []),
    ...(meta ? (["facebook"] as const) : []),
  ];
}
