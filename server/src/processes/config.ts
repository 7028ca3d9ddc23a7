import { type Config, checkEnvironment, readConfig } from "@litfass/platform/config/config";
import { platformVariables } from "@litfass/platform/config/environment";
import { billingConfig } from "../modules/billing/config/index.ts";

/** The name of every variable of the application, for the operating guide. */
export const variableNames = [...Object.keys(platformVariables), ...Object.keys(billingConfig.variables)];

/**
 * The configuration of the application: the platform's and the modules' variables in one typed object. Replies go to
 * the address on invoices, unless MAIL_REPLY_TO is set.
 * @throws ConfigError with a line for each fault that names the variable and its valid values.
 */
export function readAppConfig(env: Record<string, string | undefined>): Config {
  const config: Config = readConfig(env, billingConfig);
  // The demo's seller must not be named to real customers.
  const sellerAddress = config.production ? (env.SELLER_EMAIL ?? null) : config.company.email;
  return { ...config, mailReplyTo: config.mailReplyTo ?? sellerAddress };
}

/** The application's settings as given, and every fault of them, without reading or creating any file. */
export const checkAppEnvironment = (env: Record<string, string | undefined>) => checkEnvironment(env, billingConfig);
