import type { ConnectionGap } from "@litfass/contract/connections/connections";
import { z } from "zod";
import type { ServicePlatform } from "../calls/call-service.ts";
import { callService } from "../calls/call-service.ts";
import { readEachAccount } from "../calls/each-account.ts";
import { explainGoogle } from "../calls/google-errors.ts";
import { ServiceProblem } from "../calls/service-problem.ts";

/** An ad account that can be read; `loginCustomer` is the manager account used to access it, or itself. */
export type SearchAdAccount = { id: string; name: string; currency: string; timeZone: string; loginCustomer: string };
type Customer = Pick<SearchAdAccount, "id" | "loginCustomer">;

const maxAccessible = 10;
const maxAccounts = 20;
/** Pages of `search` hold 10,000 rows, a size that cannot be chosen. */
const maxPages = 5;

const accessible = z.object({ resourceNames: z.array(z.string()).default([]) });
const names = {
  id: z.string().regex(/^\d+$/),
  descriptiveName: z.string().default(""),
  currencyCode: z.string().default(""),
  timeZone: z.string().default(""),
  manager: z.boolean().default(false),
};
const ownRow = z.object({ customer: z.object(names) });
const clientRow = z.object({ customerClient: z.object({ ...names, status: z.string().default("UNKNOWN") }) });

const ownQuery = `SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager
  FROM customer LIMIT 1`;
const clientQuery = `SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code,
  customer_client.time_zone, customer_client.manager, customer_client.status
  FROM customer_client WHERE customer_client.manager = FALSE`;

/**
 * The ad accounts of a consent, including those below manager accounts, and those that cannot be read.
 * @throws ServiceProblem
 */
export async function listSearchAdAccounts(
  platform: ServicePlatform,
  accessToken: string,
): Promise<{ accounts: SearchAdAccount[]; gaps: ConnectionGap[] }> {
  const { url, headers } = apiOf(platform, accessToken);
  const { resourceNames } = await callService(
    platform.egress,
    `${url}/customers:listAccessibleCustomers`,
    { schema: accessible, explain: explainGoogle },
    { headers },
  );
  const ids = resourceNames.flatMap((name) => /^customers\/(\d+)$/.exec(name)?.[1] ?? []);
  const found = await readEachAccount(ids.slice(0, maxAccessible), dashed, (id) =>
    accountsBehind(platform, accessToken, id),
  );
  const usable = found.rows.filter(({ status }) => status === "ENABLED");
  const accounts = [...new Map(usable.map(({ status: _status, ...account }) => [account.id, account])).values()];
  if (accounts.length === 0) throw new ServiceProblem("no_account");
  const closed = found.rows.filter(({ status }) => status !== "ENABLED");
  const gaps = [
    ...found.gaps,
    ...closed.map(({ name }) => ({ account: name, reason: "no_account" as const })),
    ...ids.slice(maxAccessible).map((id) => ({ account: dashed(id), reason: "too_many" as const })),
    ...accounts.slice(maxAccounts).map(({ name }) => ({ account: name, reason: "too_many" as const })),
  ];
  return { accounts: accounts.slice(0, maxAccounts), gaps };
}

/** An accessible customer itself or, of a manager account, its clients: `customer_client` exists for managers only. */
async function accountsBehind(platform: ServicePlatform, accessToken: string, loginCustomer: string) {
  const customer = { id: loginCustomer, loginCustomer };
  const own = await searchAds(platform, accessToken, customer, ownQuery, ownRow);
  const self = own.rows[0]?.customer;
  if (!self?.manager) {
    const rows = self ? [{ ...accountOf(self, loginCustomer), status: "ENABLED" }] : [];
    return { rows, isComplete: true };
  }
  const { rows, isComplete } = await searchAds(platform, accessToken, customer, clientQuery, clientRow);
  return {
    rows: rows.map(({ customerClient }) => ({
      ...accountOf(customerClient, loginCustomer),
      status: customerClient.status,
    })),
    isComplete,
  };
}

const accountOf = (row: z.output<typeof ownRow>["customer"], loginCustomer: string): SearchAdAccount => ({
  id: row.id,
  name: row.descriptiveName || dashed(row.id),
  currency: row.currencyCode,
  timeZone: row.timeZone,
  loginCustomer,
});

/** A customer's number as Google shows it: 123-456-7890. */
const dashed = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");

const page = z.object({ results: z.array(z.unknown()).default([]), nextPageToken: z.string().default("") });

/** Rows of a query in Google's query language (`googleAds:search`), page by page. @throws ServiceProblem */
export async function searchAds<Row>(
  platform: ServicePlatform,
  accessToken: string,
  { id, loginCustomer }: Customer,
  query: string,
  schema: z.ZodType<Row>,
): Promise<{ rows: Row[]; isComplete: boolean }> {
  const { url, headers } = apiOf(platform, accessToken);
  const found: unknown[] = [];
  let pageToken = "";
  for (let count = 0; count < maxPages; count++) {
    const body = { query: query.replaceAll(/\s+/g, " "), ...(pageToken === "" ? {} : { pageToken }) };
    const answer = await callService(
      platform.egress,
      `${url}/customers/${id}/googleAds:search`,
      { schema: page, explain: explainGoogle },
      {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "login-customer-id": loginCustomer },
        body: JSON.stringify(body),
      },
    );
    found.push(...answer.results);
    pageToken = answer.nextPageToken;
    if (pageToken === "") break;
  }
  const rows = z.array(schema).safeParse(found);
  if (!rows.success) throw new ServiceProblem("unreachable", `unexpected rows: ${rows.error.message}`);
  return { rows: rows.data, isComplete: pageToken === "" };
}

/** The URL and headers of the API. Since September 2026 access belongs to the Cloud project of the OAuth client. */
function apiOf({ config }: ServicePlatform, accessToken: string): { url: string; headers: Record<string, string> } {
  const { googleAds } = config.providers;
  if (!googleAds) throw new ServiceProblem("misconfigured", "google ads is not configured");
  const { apiUrl, version, developerToken } = googleAds;
  const authorization = `Bearer ${accessToken}`;
  // Ignored by the current API, but projects of an older version may still need the token.
  const headers: Record<string, string> =
    developerToken === null ? { authorization } : { authorization, "developer-token": developerToken };
  return { url: `${apiUrl}/${version}`, headers };
}
