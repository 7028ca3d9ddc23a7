import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";
import { bearerOf, refused } from "./access.ts";
import { isDay } from "./days.ts";
import { parseQuery, type Query, runQuery, wireRow } from "./gaql.ts";
import {
  type AdAccount,
  adAccountsOf,
  adRows,
  assetRows,
  campaignRows,
  clientRows,
  type FlatRow,
} from "./google-ads-world.ts";

const scope = "https://www.googleapis.com/auth/adwords";
const batchSize = 1000;

/** The Google Ads API, as far as reports go: `listAccessibleCustomers` and `searchStream`. */
export function googleAdsRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  const base = "/google-ads/:version";

  app.get(`${base}/customers::listAccessibleCustomers`, async (request, reply) => {
    const person = admitted(request, reply);
    if (!person) return reply;
    return { resourceNames: adAccountsOf(person).map(({ id }) => `customers/${id}`) };
  });

  app.post<{ Params: { id: string }; Body: { query?: string } | null }>(
    `${base}/customers/:id/googleAds::searchStream`,
    async (request, reply) => {
      const person = admitted(request, reply);
      if (!person) return reply;
      const account = adAccountsOf(person).find(({ id }) => id === request.params.id);
      if (!account) return refused(reply, 403, "PERMISSION_DENIED", "The caller does not have permission");
      const query = parseQuery(request.body?.query ?? "");
      const rows = query && rowsOf(query, account, clock.now());
      if (!query || !rows) return refused(reply, 400, "INVALID_ARGUMENT", "Error in query");
      const results = runQuery(query, rows).map(wireRow);
      const batches: object[] = [];
      for (let start = 0; start < results.length; start += batchSize) {
        batches.push({ results: results.slice(start, start + batchSize), fieldMask: query.fields.join(",") });
      }
      return batches;
    },
  );

  /** Whose figures may be read; null where the answer was given. */
  function admitted(request: FastifyRequest, reply: FastifyReply): Person | null {
    const grant = grants.holderOf(bearerOf(request));
    if (grant?.provider !== "google") refused(reply, 401, "UNAUTHENTICATED", "Request had invalid credentials");
    else if (!request.headers["developer-token"]) refused(reply, 401, "UNAUTHENTICATED", "No developer token");
    else if (!grant.scope.includes(scope)) refused(reply, 403, "PERMISSION_DENIED", "Insufficient scopes");
    else return grant.person;
    return null;
  }
}

function rowsOf(query: Query, account: AdAccount, now: Date): FlatRow[] | null {
  if (query.resource === "customer_client") return clientRows(account);
  if (query.resource === "asset") return assetRows(account);
  if (query.resource === "ad_group_ad") return adRows(account);
  if (query.resource !== "campaign") return null;
  const days = query.conditions.find(({ field, operator }) => field === "segments.date" && operator === "BETWEEN");
  const [from = "", to = ""] = days?.values ?? [];
  return isDay(from) && isDay(to) ? campaignRows(account, from, to, now) : null;
}
