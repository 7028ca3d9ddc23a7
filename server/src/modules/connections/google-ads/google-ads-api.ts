import type { Platform } from "@litfass/platform/platform";
import { z } from "zod";
import { askService, ServiceProblem } from "../call-service.ts";

/** An ad account that can be read; `through` is the manager account by which it is reached, or itself. */
export type SearchAdAccount = { id: string; name: string; currency: string; timeZone: string; through: string };

const mostAccessible = 10;
const mostAccounts = 20;

const accessible = z.object({ resourceNames: z.array(z.string()).default([]) });
const client = z.object({
  customerClient: z.object({
    id: z.string().regex(/^\d+$/),
    descriptiveName: z.string().default(""),
    currencyCode: z.string().default(""),
    timeZone: z.string().default(""),
  }),
});

/** The ad accounts of a consent, those below manager accounts included. @throws ServiceProblem */
export async function listSearchAdAccounts(platform: Platform, accessToken: string): Promise<SearchAdAccount[]> {
  const { url, headers } = door(platform, accessToken);
  const { resourceNames } = await askService(platform.egress, `${url}/customers:listAccessibleCustomers`, accessible, {
    headers,
  });
  const ids = resourceNames.flatMap((name) => /^customers\/(\d+)$/.exec(name)?.[1] ?? []).slice(0, mostAccessible);
  const query = `SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code,
    customer_client.time_zone FROM customer_client
    WHERE customer_client.manager = FALSE AND customer_client.status = 'ENABLED' LIMIT ${mostAccounts}`;
  const found = await Promise.all(
    ids.map(async (through) =>
      (await searchAds(platform, accessToken, { id: through, through }, query, client)).map(
        ({ customerClient: { id, descriptiveName: name, currencyCode: currency, timeZone } }) => ({
          id,
          name: name || id,
          currency,
          timeZone,
          through,
        }),
      ),
    ),
  );
  const accounts = [...new Map(found.flat().map((account) => [account.id, account])).values()];
  if (accounts.length === 0) throw new ServiceProblem("no_account");
  return accounts.slice(0, mostAccounts);
}

const batches = z.array(z.object({ results: z.array(z.unknown()).default([]) }));

/** Rows of a query in Google's query language (`googleAds:searchStream`). @throws ServiceProblem */
export async function searchAds<Row>(
  platform: Platform,
  accessToken: string,
  { id, through }: Pick<SearchAdAccount, "id" | "through">,
  query: string,
  schema: z.ZodType<Row>,
): Promise<Row[]> {
  const { url, headers } = door(platform, accessToken);
  const answer = await askService(platform.egress, `${url}/customers/${id}/googleAds:searchStream`, batches, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "login-customer-id": through },
    body: JSON.stringify({ query: query.replaceAll(/\s+/g, " ") }),
  });
  const rows = z.array(schema).safeParse(answer.flatMap(({ results }) => results));
  if (!rows.success) throw new ServiceProblem("unreachable", `rows of another shape: ${rows.error.message}`);
  return rows.data;
}

function door({ config }: Platform, accessToken: string): { url: string; headers: Record<string, string> } {
  const { googleAds } = config.providers;
  if (!googleAds) throw new ServiceProblem("unreachable", "google ads is not configured");
  return {
    url: `${googleAds.apiUrl}/${googleAds.version}`,
    headers: { authorization: `Bearer ${accessToken}`, "developer-token": googleAds.developerToken },
  };
}
