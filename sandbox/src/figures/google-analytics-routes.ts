import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";
import { bearerOf, refused } from "./access.ts";
import { isDay } from "./days.ts";
import { propertiesOf } from "./google-analytics-world.ts";
import { type ReportRequest, runReport } from "./run-report.ts";

const scope = "https://www.googleapis.com/auth/analytics.readonly";
const base = "/google-analytics/v1beta";
const mostRequests = 5;

/** The Analytics Admin API's account summaries, and the Data API's reports. */
export function googleAnalyticsRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  app.get(`${base}/accountSummaries`, async (request, reply) => {
    const person = admitted(request, reply);
    if (!person) return reply;
    const propertySummaries = propertiesOf(person).map(({ id, name }) => ({
      property: `properties/${id}`,
      displayName: name,
      propertyType: "PROPERTY_TYPE_ORDINARY",
    }));
    return { accountSummaries: [{ name: "accountSummaries/1", displayName: person.name, propertySummaries }] };
  });

  app.post<{ Params: { call: string }; Body: { requests?: ReportRequest[] } | null }>(
    `${base}/properties/:call`,
    async (request, reply) => {
      const person = admitted(request, reply);
      if (!person) return reply;
      const [id = "", call] = request.params.call.split(":");
      if (call !== "batchRunReports") return refused(reply, 404, "NOT_FOUND", "Method not found.");
      if (!propertiesOf(person).some((property) => property.id === id)) {
        return refused(reply, 403, "PERMISSION_DENIED", "User does not have sufficient permissions for this property.");
      }
      const requests = request.body?.requests ?? [];
      const isGood = requests.length > 0 && requests.length <= mostRequests && requests.every(hasDays);
      const reports = isGood ? requests.map((each) => runReport(id, each, clock.now())) : [null];
      if (reports.includes(null)) return refused(reply, 400, "INVALID_ARGUMENT", "The request is not a report.");
      return { reports, kind: "analyticsData#batchRunReports" };
    },
  );

  /** Whose figures may be read; null where the answer was given. */
  function admitted(request: FastifyRequest, reply: FastifyReply): Person | null {
    const grant = grants.holderOf(bearerOf(request));
    if (grant?.provider !== "google") refused(reply, 401, "UNAUTHENTICATED", "Request had invalid credentials");
    else if (!grant.scope.includes(scope)) refused(reply, 403, "PERMISSION_DENIED", "Insufficient scopes");
    else return grant.person;
    return null;
  }
}

const hasDays = ({ dateRanges: [range] = [] }: ReportRequest): boolean =>
  range !== undefined && isDay(range.startDate) && isDay(range.endDate);
