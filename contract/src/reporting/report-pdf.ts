import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { opaque } from "../kernel/text.ts";
import { daySchema, idSchema } from "../kernel/validation.ts";
import { visitor } from "../kernel/who.ts";
import { statisticsFilterSchema, statisticsRoles } from "./statistics.ts";

const pdf = { file: ["application/pdf"] };

/** Without costs, the document has neither spend nor budget: agencies pass it on to their customers. */
const costs = z.stringbool().default(true);

/** Reports as documents in the caller's language, with the figures of the screens. */
export const reportPdfEndpoints = {
  printReport: endpoint({
    method: "GET",
    path: "/statistics/report.pdf",
    tag: "Statistics",
    summary: "The dashboard's figures for the filter as a document; for a single campaign with its banners and funnel",
    who: statisticsRoles,
    query: statisticsFilterSchema.extend({ costs }),
    output: pdf,
  }),
  printCampaignReport: endpoint({
    method: "GET",
    path: "/statistics/campaigns/:campaign/report.pdf",
    tag: "Statistics",
    summary: "The report of one started campaign as a document",
    who: statisticsRoles,
    params: z.object({ campaign: idSchema }),
    query: z.object({ from: daySchema.optional(), to: daySchema.optional(), costs }),
    output: pdf,
    errors: ["not_found"],
  }),
  printSharedReport: endpoint({
    method: "POST",
    path: "/shared-reports/report.pdf",
    tag: "Shared reports",
    summary: "The report behind a link and its password as a document, without costs; answers like the report itself",
    who: visitor,
    body: z.strictObject({ token: opaque({ min: 20, max: 100 }), password: opaque({ min: 0, max: 200 }) }),
    output: pdf,
    errors: ["not_found"],
  }),
};
