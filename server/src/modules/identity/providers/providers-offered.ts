import type { signInProviders } from "@litfass/contract/users/users";
import type { Config } from "@litfass/platform/config/config";

/** The sign-in methods that the screens offer: a password, and each configured social provider (FIELD-USER-012). */
export function signInProvidersOffered(config: Pick<Config, "providers">): (typeof signInProviders)[number][] {
  const { google, microsoft, meta } = config.providers;
  return [
    "password",
    ...(google ? (["google"] as const) : []),
    ...(microsoft ? (["microsoft"] as const) : []),
    ...(meta ? (["facebook"] as const) : []),
  ];
}
