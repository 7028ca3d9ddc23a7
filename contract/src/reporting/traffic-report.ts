import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema } from "../kernel/money.ts";
import { daySchema, instantSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { statisticsFilterSchema, statisticsRoles } from "./statistics.ts";

const count = z.number().int().nonnegative();
const period = { from: daySchema, to: daySchema, time_zone: z.string() };
const traffic = { impressions: count, clicks: count };
const tag = "Statistics";

export const trafficReportEndpoints = {
  listReconciliations: endpoint({
    method: "GET",
    path: "/statistics/reconciliations",
    tag,
    summary: "The nightly comparisons of panels, events, budgets and ledger, the newest first",
    who: byRole({ ...admins, tech_admin: "all", accountant: "all" }),
    output: z.array(
      z.object({
        run_at: instantSchema,
        agrees: z.boolean(),
        /** The first of the consecutive comparisons with differences; null if this one agrees. */
        differs_since: instantSchema.nullable(),
        campaigns: count,
        events: amountSchema,
        panels: amountSchema,
        budgets: amountSchema,
        ledger: amountSchema,
        /** Sources whose charges differ from the events of a campaign. */
        differences: z.array(
          z.object({
            campaign_id: z.number().int(),
            source: z.enum(["panels", "budgets", "ledger"]),
            events: amountSchema,
            found: amountSchema,
          }),
        ),
      }),
    ),
  }),
  showReach: endpoint({
    method: "GET",
    path: "/statistics/reach",
    tag,
    summary: "How many different people were reached; only of those who consented to being recognised",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: z.object({
      ...period,
      /** Distinct people, to about 1%, without people who did not consent. */
      reached: count,
      /** Impressions of the people in `reached`. */
      known_impressions: count,
      /** Impressions that cannot be attributed to a person. */
      unknown_impressions: count,
      /** Impressions per person, of the known ones. */
      frequency: z.number().nonnegative(),
    }),
  }),
  showTraffic: endpoint({
    method: "GET",
    path: "/statistics/traffic",
    tag,
    summary: "Gross, filtered and net traffic; only net is reported elsewhere and charged",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: z.object({
      ...period,
      gross: z.object(traffic),
      /** By reason, most frequent first. */
      filtered: z.array(z.object({ reason: z.string(), ...traffic })),
      net: z.object(traffic),
    }),
  }),
  showPlayerErrors: endpoint({
    method: "GET",
    path: "/statistics/player-errors",
    tag,
    summary:
      "How often players could not show a video, by the code of VAST 4.2 that they gave; 900 where they gave none",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: z.object({
      ...period,
      /** All errors, including further codes. */
      total: count,
      /** The most frequent codes, at most 20. */
      errors: z.array(z.object({ code: z.number().int().min(100).max(999), errors: count })),
    }),
  }),
};
