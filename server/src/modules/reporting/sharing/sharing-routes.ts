import { reportSharingEndpoints as endpoints } from "@litfass/contract/reporting/report-sharing";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { StatisticsSources } from "../report.ts";
import { listReportLinks, removeReportLink } from "./report-link-sql.ts";
import { createReportLink, openSharedReport, presentLink } from "./report-links.ts";
import { listReportMails, type ReportMail, removeReportMail } from "./report-mail-sql.ts";
import { createReportMail, isStopToken } from "./report-mails.ts";

const presentMail = (mail: ReportMail) => ({
  id: mail.id,
  frequency: mail.frequency,
  campaign_ids: mail.campaignIds,
  owner: mail.aboutUid,
  next_on: mail.nextOn,
});

export function sharingRoutes(app: FastifyInstance, platform: Platform, sources: StatisticsSources): void {
  const { db, clock } = platform;

  mount(app, endpoints.createReportLink, ({ caller, body }) => createReportLink(platform, sources, caller, body));
  mount(app, endpoints.listReportLinks, async ({ caller }) =>
    (await listReportLinks(db, caller.uid, clock.now())).map(presentLink),
  );
  mount(app, endpoints.revokeReportLink, async ({ caller, params }) => {
    if (!(await removeReportLink(db, caller.uid, params.id))) throw notFound();
  });
  mountPublic(app, endpoints.openSharedReport, ({ body, lang }) => openSharedReport(platform, sources, body, lang));

  mount(app, endpoints.createReportMail, async ({ caller, body }) => {
    const { frequency, campaign_ids: campaignIds, owner: aboutUid } = body;
    const wish = { ownerUid: caller.uid, frequency, campaignIds, aboutUid };
    return presentMail(await createReportMail(platform, await sources.timeZoneOf(caller), wish));
  });
  mount(app, endpoints.listReportMails, async ({ caller }) => (await listReportMails(db, caller.uid)).map(presentMail));
  mount(app, endpoints.removeReportMail, async ({ caller, params }) => {
    if (!(await removeReportMail(db, params.id, caller.uid))) throw notFound();
  });
  mountPublic(app, endpoints.stopReportMail, async ({ body }) => {
    if (!isStopToken(platform, body.id, body.token) || !(await removeReportMail(db, body.id, null))) throw notFound();
  });
}
