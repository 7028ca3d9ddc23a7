import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import { googleError, googleReader } from "./access.ts";
import { isDay } from "./days.ts";
import { propertiesOf } from "./google-analytics-world.ts";
import { type ReportRequest, runReport } from "./run-report.ts";

const access = {
  scope: "https://www.googleapis.com/auth/analytics.readonly",
  service: "analyticsdata.googleapis.com",
};
const base = "/google-analytics/v1beta";
const maxRequests = 5;

/** The Analytics Admin API's account summaries, and the Data API's reports. */
export function googleAnalyticsRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  // A page may have fewer accounts than requested: here one, so that a client that stops at the first page misses
  // websites.
  app.get<{ Querystring: { pageToken?: string } }>(`${base}/accountSummaries`, async (request, reply) => {
    const person = googleReader(grants, request, reply, access);
    if (!person) return reply;
    const at = Number(request.query.pageToken ?? 0);
    const properties = propertiesOf(person);
    const accountSummaries = properties.slice(at, at + 1).map(({ id, name }) => ({
      name: `accountSummaries/${at + 1}`,
      account: `accounts/${at + 1}`,
      displayName: person.name,
      propertySummaries: [{ property: `properties/${id}`, displayName: name, propertyType: "PROPERTY_TYPE_ORDINARY" }],
    }));
    return { accountSummaries, ...(at + 1 < properties.length ? { nextPageToken: String(at + 1) } : {}) };
  });

  app.post<{ Params: { call: string }; Body: { requests?: ReportRequest[] } | null }>(
    `${base}/properties/:call`,
    async (request, reply) => {
      const person = googleReader(grants, request, reply, access);
      if (!person) return reply;
      const [id = "", call] = request.params.call.split(":");
      if (call !== "batchRunReports") return googleError(reply, 404, "NOT_FOUND", "Method not found.");
      if (!propertiesOf(person).some((property) => property.id === id)) {
        return googleError(
          reply,
          403,
          "PERMISSION_DENIED",
          "User does not have sufficient permissions for this property.",
        );
      }
      const requests = request.body?.requests ?? [];
      const isGood = requests.length > 0 && requests.length <= maxRequests && requests.every(hasDays);
      const reports = isGood ? requests.map((each) => runReport(id, each, clock.now())) : [null];
      if (reports.includes(null)) return googleError(reply, 400, "INVALID_ARGUMENT", "The request is not a report.");
      return { reports, kind: "analyticsData#batchRunReports" };
    },
  );
}

const hasDays = ({ dateRanges: [range] = [] }: ReportRequest): boolean =>
  range !== undefined && isDay(range.startDate) && isDay(range.endDate);
