import type { PlatformConfig } from "../config/config.ts";
import { StartError } from "../process/lifetime.ts";
import { installationMode } from "./installation-sql.ts";

type Env = Record<string, string | undefined>;

/**
 * The configuration of a process that was started by itself. It is a production one if the database says so, even
 * where PRODUCTION is unset: a forgotten variable must not open the demo's sandbox to real customers' budgets.
 * @throws StartError or ConfigError with one line for the terminal.
 */
export async function readInstallationConfig<C extends PlatformConfig>(
  env: Env,
  read: (env: Env) => C,
): Promise<C & { databaseUrl: string }> {
  const config = requireDatabase(read(env));
  const { production } = await installationMode(config.databaseUrl, config.production);
  return production === config.production ? config : requireDatabase(read({ ...env, PRODUCTION: "on" }));
}

/** @throws StartError where no database is configured. */
export function requireDatabase<C extends PlatformConfig>(config: C): C & { databaseUrl: string } {
  const { databaseUrl } = config;
  if (!databaseUrl) throw new StartError("DATABASE_URL is not set; npm start brings an own PostgreSQL");
  return { ...config, databaseUrl };
}
