import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import {
  type CreativeRegistration,
  type creativeRegistrationEndpoints,
  type RegistrationStatus,
  registrationStatuses,
} from "@litfass/contract/supply/creative-registrations";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { showExchange } from "../exchanges/show-exchanges.ts";
import {
  countRegistrations,
  findRegistration,
  listRegistrationRows,
  type RegistrationRow,
} from "./registration-sql.ts";

type Query = Parameters<typeof listRegistrationRows>[2];

/** A page of an exchange's creatives. @throws 404 for an unknown exchange */
export async function listRegistrations(
  platform: Platform,
  exchange: string,
  query: Query,
): Promise<CallOutput<(typeof creativeRegistrationEndpoints)["listCreativeRegistrations"]>> {
  await showExchange(platform, exchange);
  const { rows, total } = await listRegistrationRows(platform.db, exchange, query);
  const counts = await countRegistrations(platform.db, exchange);
  return {
    data: rows.map(present),
    meta: metaOf(query.page, query.per_page, total),
    counts: Object.fromEntries(registrationStatuses.map((status) => [status, counts.get(status) ?? 0])) as {
      [Status in RegistrationStatus]: number;
    },
  };
}

/** One creative at an exchange. @throws 404 for an unknown one */
export async function showRegistration({ db }: Platform, exchange: string, id: string): Promise<CreativeRegistration> {
  const row = await findRegistration(db, exchange, id);
  if (row === null) throw notFound();
  return present(row);
}

const instantOf = (at: string): string => new Date(at).toISOString();

const present = (row: RegistrationRow): CreativeRegistration => ({
  creative_id: row.creative_id,
  campaign: { id: Number(row.campaign_id), name: row.campaign_name, owner_name: row.owner_name },
  width: row.width,
  height: row.height,
  status: row.status,
  reason: row.reason,
  foreign_id: row.foreign_id,
  submitted_at: row.submitted_at === null ? null : instantOf(row.submitted_at),
  changed_at: instantOf(row.changed_at),
});
