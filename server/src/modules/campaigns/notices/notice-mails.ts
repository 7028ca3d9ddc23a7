import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { guaranteeCreditOf, spentOnCampaigns } from "../../billing/index.ts";
import { findUser, namesOf } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { firstImpressionsMail, nearlySpentMail, resultMail, startedMail } from "../mails.ts";
import { findLastReview } from "../review/review-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";

export const startedMailJob = "campaigns.started-mail";
export const noticeMailJob = "campaigns.notice-mail";
export const resultMailJob = "campaigns.result-mail";

/** Lifetime figures of a campaign. */
export type CampaignFigures = { impressions: number; measured: number; viewable: number; clicks: number };
/** Reads lifetime figures of campaigns; campaigns without any are absent. Provided by the process. */
export type FiguresOf = (campaignIds: number[]) => Promise<Map<number, CampaignFigures>>;

const noFigures: CampaignFigures = { impressions: 0, measured: 0, viewable: 0, clicks: 0 };
const dayText = (day: string): string => day.split("-").reverse().join(".");
const countText = (count: number): string => withThousands(String(count));
const rateText = (part: number, whole: number, digits: number): string =>
  whole === 0 ? "–" : `${((part * 100) / whole).toFixed(digits)}%`;
const moneyIn = (row: CampaignRow, micros: bigint): string => moneyText(minorOfMicros(micros), row.currency);

type Told = Parameters<typeof firstImpressionsMail>[0];

/** Mails a campaign's owner. @throws if the mail server rejects it, so that the job is retried. */
async function tell(
  platform: Platform,
  id: number,
  compose: (row: CampaignRow, told: Told) => MailContent | Promise<MailContent>,
): Promise<void> {
  const { db, config } = platform;
  const row = await campaignRowById(db, id);
  const owner = row && (await findUser(db, row.ownerUid));
  if (!row || !owner?.email) return;
  const { lang, fullName: recipient } = owner;
  const url = `${config.publicUrl}/campaigns/${id}/report`;
  await sendMail(platform, owner.email, await compose(row, { lang, recipient, campaign: row.name, url }));
}

/** Mails that a campaign was started; `startedBy` is the person who did it. */
export const mailStarted = (platform: Platform, id: number, startedBy: string | null): Promise<void> =>
  tell(platform, id, async (row, told) => {
    const { db, clock } = platform;
    const isByOther = startedBy !== null && startedBy !== row.ownerUid;
    const names = isByOther ? await namesOf(db, [startedBy]) : null;
    const isInReview = (await findLastReview(db, id))?.status === "pending";
    const startsLater = row.startOn !== null && row.startOn > todayIn(clock.now(), row.timeZone);
    return startedMail(told, {
      by: names?.get(startedBy ?? "") ?? null,
      isByOther,
      next: isInReview ? "review" : startsLater ? "later" : "now",
      budget: moneyIn(row, row.totalBudgetMicros ?? 0n),
      from: row.startOn ? dayText(row.startOn) : "",
      to: row.endOn ? dayText(row.endOn) : "",
    });
  });

/** Mails that a campaign was shown for the first time. */
export const mailFirstImpressions = (platform: Platform, id: number, figuresOf: FiguresOf): Promise<void> =>
  tell(platform, id, async (_row, told) => {
    const { impressions } = (await figuresOf([id])).get(id) ?? noFigures;
    return firstImpressionsMail(told, { impressions: countText(impressions) });
  });

/** Mails that most of a campaign's budget is spent before its last day. */
export const mailNearlySpent = (platform: Platform, id: number): Promise<void> =>
  tell(platform, id, async (row, told) => {
    const spent = (await spentOnCampaigns(platform.db, [id])).get(id) ?? 0n;
    const left = (row.totalBudgetMicros ?? 0n) - spent;
    return nearlySpentMail(
      { ...told, url: `${told.url}?change=budget` },
      { spent: moneyIn(row, spent), left: moneyIn(row, left > 0n ? left : 0n), day: dayText(row.endOn ?? "") },
    );
  });

/** Mails the result of an ended campaign whose money is settled and whose guarantee was checked. */
export const mailResult = (platform: Platform, id: number, figuresOf: FiguresOf): Promise<void> =>
  tell(platform, id, async (row, told) => {
    const { impressions, measured, viewable, clicks } = (await figuresOf([id])).get(id) ?? noFigures;
    const spent = (await spentOnCampaigns(platform.db, [id])).get(id) ?? 0n;
    const returned = (row.totalBudgetMicros ?? 0n) - spent;
    const credited = await guaranteeCreditOf(platform.db, id);
    return resultMail(told, {
      impressions: countText(impressions),
      viewability: rateText(viewable, measured, 1),
      measured: rateText(measured, impressions, 1),
      clicks: countText(clicks),
      ctr: rateText(clicks, impressions, 2),
      spent: moneyIn(row, spent),
      returned: returned > 0n ? moneyIn(row, returned) : null,
      credited: credited > 0n ? moneyIn(row, credited) : null,
    });
  });
