import { reportSharingEndpoints as endpoints } from "@litfass/contract/reporting/report-sharing";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { FastifyInstance } from "fastify";
import type { ReportingContext } from "../reporting-context.ts";
import { createReportLink, presentLink, revokeReportLink } from "./link-commands.ts";
import { createReportMail, removeReportMail, stopReportMail } from "./mail-commands.ts";
import { listReportLinks } from "./report-link-sql.ts";
import { openSharedReport } from "./report-links.ts";
import { listReportMails, type ReportMail } from "./report-mail-sql.ts";

const presentMail = (mail: ReportMail) => ({
  id: mail.id,
  frequency: mail.frequency,
  campaign_ids: mail.campaignIds,
  owner: mail.aboutUid,
  next_on: mail.nextOn,
});

/** Reports for people without an account, by link or by mail. */
export function sharingRoutes(app: FastifyInstance, context: ReportingContext): void {
  const { platform, execute, sources } = context;
  const { db, clock } = platform;

  mountCommand(app, endpoints.createReportLink, createReportLink, async ({ caller, body }) => ({
    link: body,
    timeZone: await sources.timeZoneOf(caller),
  }));
  mount(app, endpoints.listReportLinks, async ({ caller }) =>
    (await listReportLinks(db, caller.uid, clock.now())).map(presentLink),
  );
  mountCommand(app, endpoints.revokeReportLink, revokeReportLink, ({ params }) => ({ id: params.id }));
  mountPublic(app, endpoints.openSharedReport, ({ body, lang }) => openSharedReport(context, body, lang));

  mountCommand(
    app,
    endpoints.createReportMail,
    createReportMail,
    async ({ caller, body }) => ({
      frequency: body.frequency,
      campaignIds: body.campaign_ids,
      aboutUid: body.owner,
      timeZone: await sources.timeZoneOf(caller),
    }),
    { done: presentMail },
  );
  mount(app, endpoints.listReportMails, async ({ caller }) => (await listReportMails(db, caller.uid)).map(presentMail));
  mountCommand(app, endpoints.removeReportMail, removeReportMail, ({ params }) => ({ id: params.id }));
  // Anyone with the token of a mail can unsubscribe, signed in or not.
  mountPublic(app, endpoints.stopReportMail, async ({ body, lang }) => {
    const actor = { kind: "job", name: "reporting.stop_link" } as const;
    await execute(stopReportMail, { actor, input: { id: body.id, token: body.token }, lang });
  });
}
