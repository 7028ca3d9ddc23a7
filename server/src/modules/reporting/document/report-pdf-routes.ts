import { reportPdfEndpoints as endpoints } from "@litfass/contract/reporting/report-pdf";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import type { ReportingContext } from "../reporting-context.ts";
import { openLink } from "../sharing/report-links.ts";
import { reportPdf } from "./report-pdf.ts";

/** Reports as documents: of the dashboard's filter, of a campaign, and behind a shared link. */
export function reportPdfRoutes(app: FastifyInstance, context: ReportingContext): void {
  mount(app, endpoints.printReport, ({ caller, query: { costs, ...filter }, lang }) =>
    reportPdf(context, caller, filter, { lang, showsCosts: costs }),
  );
  mount(app, endpoints.printCampaignReport, ({ caller, params, query: { costs, ...days }, lang }) =>
    reportPdf(
      context,
      caller,
      { ...days, campaign_ids: [params.campaign] },
      { lang, showsCosts: costs, mustExist: true },
    ),
  );
  mountPublic(app, endpoints.printSharedReport, async ({ body, lang }) => {
    const { caller, filter, title } = await openLink(context, body, lang);
    return reportPdf(context, caller, filter, { lang, title, showsCosts: false, isShared: true });
  });
}
