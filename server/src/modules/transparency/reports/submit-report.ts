import type { AdReportReason } from "@litfass/contract/transparency/ad-report-reasons";
import { command } from "@litfass/platform/command/command";
import { notFound } from "@litfass/platform/problem";
import type { ShownAd } from "../read-ad.ts";
import { reportMailJob } from "./report-mail-job.ts";
import { deleteDecidedReports, insertAdReport } from "./report-sql.ts";

/** Decided reports are deleted after this time; the privacy page names it. */
const retentionMs = 365 * 86_400_000;

type Input = {
  ad: ShownAd;
  reason: AdReportReason;
  message: string;
  /** null: the visitor wants no answer, or the address gets no more mails today. */
  email: string | null;
};

/**
 * Stores a visitor's report of an ad and confirms its receipt by mail (Digital Services Act, article 16). Previews and
 * other ads without a campaign cannot be reported: 404.
 */
export const submitAdReport = command<Input, void>({
  name: "transparency.submit_report",
  errors: ["not_found"],
  async run({ ctx, input: { ad, reason, message, email } }) {
    const { token, campaign } = ad;
    if (token.isTest) throw notFound();
    const id = await insertAdReport(
      ctx.tx,
      {
        campaignId: campaign.campaignId,
        ownerUid: campaign.ownerUid,
        creativeUuid: token.creativeUuid,
        format: token.format,
        site: token.site,
        shownAt: new Date(token.bidMs),
        reason,
        message,
        email,
        lang: ctx.lang,
      },
      ctx.clock.now(),
    );
    await ctx.audit.record({ subject: { type: "ad_report", id: String(id) } });
    if (email !== null) await ctx.jobs.send(reportMailJob, { id, about: "received" });
  },
});

/** Deletes reports a year after their decision. */
export const deleteOldReports = command<void, number>({
  name: "transparency.delete_old_reports",
  errors: [],
  async run({ ctx }) {
    const count = await deleteDecidedReports(ctx.tx, new Date(ctx.clock.now().getTime() - retentionMs));
    ctx.audit.unchanged("the end of the retention time");
    return count;
  },
});
