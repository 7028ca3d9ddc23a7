import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";
import { googleError, googleReader } from "./access.ts";
import { isDay } from "./days.ts";
import { parseQuery, type Query, runQuery, wireRow } from "./gaql.ts";
import {
  type AdAccount,
  accessibleAccountsOf,
  adRows,
  allAccountsOf,
  assetRows,
  campaignRows,
  clientRows,
  customerRows,
  type FlatRow,
  imagePath,
} from "./google-ads-world.ts";

const access = { scope: "https://www.googleapis.com/auth/adwords", service: "googleads.googleapis.com" };
/** The page size is fixed: a request that sets one is rejected. */
const pageSize = 10_000;
const failureType = (version: string) => `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`;

type Place = {
  Params: { version: string; id: string };
  Body: { query?: string; pageToken?: string; pageSize?: number };
};
type ErrorCode = Record<string, string>;

/** The Google Ads API's reports: `listAccessibleCustomers` and `search`. */
export function googleAdsRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  const base = "/google-ads/:version";

  app.get<{ Params: { version: string } }>(`${base}/customers::listAccessibleCustomers`, async (request, reply) => {
    const person = googleReader(grants, request, reply, access);
    if (!person) return reply;
    const accounts = accessibleAccountsOf(person);
    if (accounts.length === 0) {
      return failed(request, reply, 401, "UNAUTHENTICATED", { authenticationError: "NOT_ADS_USER" });
    }
    return { resourceNames: accounts.map(({ id }) => `customers/${id}`) };
  });

  app.post<Place>(`${base}/customers/:id/googleAds::search`, async (request, reply) => {
    const person = googleReader(grants, request, reply, access);
    if (!person) return reply;
    const account = openAccount(request, reply, person);
    if (!account) return reply;
    const { query: text = "", pageToken = "", pageSize: chosenSize } = request.body;
    if (chosenSize !== undefined) {
      return failed(request, reply, 400, "INVALID_ARGUMENT", { requestError: "PAGE_SIZE_NOT_SUPPORTED" });
    }
    const query = parseQuery(text);
    const origin = `${request.protocol}://${request.host}`;
    const rows = query && rowsOf(query, person, account, origin, clock.now());
    if (!query || !rows) return failed(request, reply, 400, "INVALID_ARGUMENT", { queryError: "UNEXPECTED_INPUT" });
    const isKnown = rows[0] === undefined || query.fields.every((field) => field in (rows[0] ?? {}));
    if (!isKnown) return failed(request, reply, 400, "INVALID_ARGUMENT", { queryError: "UNRECOGNIZED_FIELD" });
    const results = runQuery(query, rows).map(wireRow);
    const start = Number(pageToken) || 0;
    const next = start + pageSize < results.length ? { nextPageToken: String(start + pageSize) } : {};
    return { results: results.slice(start, start + pageSize), ...next, fieldMask: query.fields.join(",") };
  });

  // Google serves images without a sign-in, from unguessable URLs.
  app.get<{ Params: { image: string } }>(`${imagePath}/:image`, async (request, reply) => {
    const [, width, height] = /^(\d{1,4})x(\d{1,4})-\d+$/.exec(request.params.image) ?? [];
    if (!width || !height) return reply.code(404).send();
    const create = { width: Number(width), height: Number(height), channels: 3 as const, background: "#806040" };
    reply.type("image/jpeg");
    const { default: sharp } = await import("sharp");
    return sharp({ create }).jpeg().toBuffer();
  });
}

/** The account in the URL, if it is open and accessed through the right manager; null if an error was sent. */
function openAccount(request: FastifyRequest<Place>, reply: FastifyReply, person: Person): AdAccount | null {
  const account = allAccountsOf(person).find(({ id }) => id === request.params.id);
  const loginCustomer = request.headers["login-customer-id"] ?? request.params.id;
  const isReached = account && loginCustomer === (account.manager ?? account.id);
  if (!account || !isReached) {
    failed(request, reply, 403, "PERMISSION_DENIED", { authorizationError: "USER_PERMISSION_DENIED" });
    return null;
  }
  if (account.status !== "ENABLED") {
    failed(request, reply, 403, "PERMISSION_DENIED", { authorizationError: "CUSTOMER_NOT_ENABLED" });
    return null;
  }
  return account;
}

function failed(
  request: FastifyRequest,
  reply: FastifyReply,
  code: number,
  status: string,
  errorCode: ErrorCode,
): FastifyReply {
  const { version } = request.params as { version: string };
  const [message = ""] = Object.values(errorCode);
  const details = [{ "@type": failureType(version), errors: [{ errorCode, message }], requestId: "sandbox" }];
  return googleError(reply, code, status, "Request failed, see the details.", details);
}

function rowsOf(query: Query, person: Person, account: AdAccount, origin: string, now: Date): FlatRow[] | null {
  if (query.resource === "customer") return customerRows(account);
  if (query.resource === "customer_client") return clientRows(person, account);
  if (query.resource === "asset") return assetRows(account, origin);
  if (query.resource === "ad_group_ad") return adRows(account, origin);
  if (query.resource !== "campaign") return null;
  const days = query.conditions.find(({ field, operator }) => field === "segments.date" && operator === "BETWEEN");
  const [from = "", to = ""] = days?.values ?? [];
  return isDay(from) && isDay(to) ? campaignRows(account, from, to, now) : null;
}
