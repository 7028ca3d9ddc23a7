import { sql } from "drizzle-orm";
import type { Executor } from "../postgres/postgres.ts";

/** The channel that announces a change of the exchanges. */
export const exchangesChannel = "exchanges";

/** An exchange that staff configured. `settings` is in the format of the API. The installation's own, not a customer's. */
export type ExchangeRow = {
  name: string;
  version: number;
  is_enabled: boolean;
  settings: unknown;
  profile: string;
  account: string | null;
  compresses_responses: boolean;
  registration_url: string | null;
  registration_user: string | null;
  registration_sealed: string | null;
  secret_sealed: string | null;
  price_keys_sealed: string | null;
  changed_at: string;
  changed_by: string | null;
};

/** Every exchange that staff configured, by name. There are as many as contracts with exchanges; at most 500 are read. */
export async function listStoredExchanges(db: Executor): Promise<ExchangeRow[]> {
  const { rows } = await db.execute<ExchangeRow>(sql`SELECT * FROM exchanges ORDER BY name LIMIT 500`);
  return rows;
}
