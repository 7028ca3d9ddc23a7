import { reviewReasonTexts } from "@litfass/contract/campaigns/review-reason-texts";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { Language } from "@litfass/contract/kernel/language";
import { numberIn } from "@litfass/contract/kernel/thousands";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import type { AdLink } from "./landing/link-sql.ts";
import { t } from "./texts.ts";

/** The mail's language, the owner's name, the campaign's name, and the address of its screen. */
type Told = { lang: Language; recipient: string; campaign: string; url: string };

export const approvedMail = ({ lang, recipient, campaign, url }: Told): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.approved.subject", { campaign }),
  body: [t(lang, "mail.approved.text", { campaign })],
  button: { label: t(lang, "mail.approved.button"), url },
});

/** Explains why ads were not approved, with the reviewer's note if there is one. */
export const rejectedMail = (
  { lang, recipient, campaign, url }: Told,
  { reasons, note }: { reasons: readonly ReviewReason[]; note: string | null },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.rejected.subject", { campaign }),
  body: [
    t(lang, "mail.rejected.text", { campaign }),
    {
      list: reasons.map((code) => {
        const { text, advice } = reviewReasonTexts[code][lang];
        return `${text}. ${advice}`;
      }),
    },
    ...(note ? [t(lang, "mail.rejected.note"), { quote: note }] : []),
    t(lang, "mail.rejected.next"),
  ],
  button: { label: t(lang, "mail.rejected.button"), url },
});

/**
 * The statement of reasons for approved ads that were stopped after a report (Digital Services Act, article 17): what,
 * since when, why, on what ground, decided by whom, and how to contest it.
 */
export const withdrawnMail = (
  { lang, recipient, campaign, url }: Told,
  { reasons, note }: { reasons: readonly ReviewReason[]; note: string | null },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.withdrawn.subject", { campaign }),
  body: [
    t(lang, "mail.withdrawn.text", { campaign }),
    {
      list: reasons.map((code) => {
        const { text, advice } = reviewReasonTexts[code][lang];
        return `${text}. ${advice}`;
      }),
    },
    ...(note ? [t(lang, "mail.rejected.note"), { quote: note }] : []),
    t(lang, "mail.withdrawn.ground"),
    t(lang, "mail.withdrawn.next"),
  ],
  button: { label: t(lang, "mail.rejected.button"), url },
});

/** Reminds an owner that a campaign ends on `day`; amounts and the day are formatted. */
export const endMail = (
  { lang, recipient, campaign, url }: Told,
  { day, spent, left }: { day: string; spent: string; left: string },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.end.subject", { campaign, day }),
  body: [
    t(lang, "mail.end.text", { campaign, day }),
    {
      facts: [
        [t(lang, "mail.end.spent"), spent],
        [t(lang, "mail.end.left"), left],
      ],
    },
    t(lang, "mail.end.next"),
  ],
  button: { label: t(lang, "mail.end.button"), url },
});

/** Tells an owner that a campaign was started, by the owner or by staff with the owner's balance. */
export function startedMail(
  { lang, recipient, campaign, url }: Told,
  started: {
    isByOther: boolean;
    /** The name of the person who started it; null for the owner, or if it is unknown. */
    by: string | null;
    next: "review" | "later" | "now";
    budget: string;
    from: string;
    to: string;
  },
): MailContent {
  const { isByOther, by, next, budget, from, to } = started;
  const lead = isByOther ? (by ? "mail.started.by" : "mail.started.byStaff") : "mail.started.text";
  return {
    lang,
    recipient,
    subject: t(lang, "mail.started.subject", { campaign }),
    body: [
      t(lang, lead, { campaign, ...(by ? { name: by } : {}) }),
      {
        facts: [
          [t(lang, "mail.started.budget"), budget],
          [t(lang, "mail.started.period"), t(lang, "mail.started.days", { from, to })],
        ],
      },
      t(lang, "mail.started.paid", { budget }),
      t(lang, `mail.started.${next}`, next === "later" ? { from } : {}),
    ],
    button: { label: t(lang, "mail.started.button"), url },
  };
}

/** Tells an owner that a campaign is shown; counts are formatted. */
export const firstImpressionsMail = (
  { lang, recipient, campaign, url }: Told,
  { impressions }: { impressions: string },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.first.subject", { campaign }),
  body: [
    t(lang, "mail.first.text", { campaign, count: numberIn(impressions), impressions }),
    t(lang, "mail.first.next"),
  ],
  button: { label: t(lang, "mail.first.button"), url },
});

/** Tells an owner that nine tenths of a budget are spent well before `day`, the last one. */
export const nearlySpentMail = (
  { lang, recipient, campaign, url }: Told,
  { spent, left, day }: { spent: string; left: string; day: string },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.spent.subject", { campaign }),
  body: [
    t(lang, "mail.spent.text", { campaign, day }),
    {
      facts: [
        [t(lang, "mail.spent.spent"), spent],
        [t(lang, "mail.spent.left"), left],
      ],
    },
    t(lang, "mail.spent.next"),
  ],
  button: { label: t(lang, "mail.spent.button"), url },
});

/** The result of an ended campaign; figures are formatted, and what was not returned or credited is null. */
export function resultMail(
  { lang, recipient, campaign, url }: Told,
  result: {
    impressions: string;
    viewability: string;
    measured: string;
    clicks: string;
    ctr: string;
    spent: string;
    returned: string | null;
    credited: string | null;
  },
): MailContent {
  const { impressions, viewability, measured, clicks, ctr, spent, returned, credited } = result;
  const facts: [string, string][] = [
    [t(lang, "mail.result.impressions"), impressions],
    [t(lang, "mail.result.viewability"), viewability],
    [t(lang, "mail.result.measured"), measured],
    [t(lang, "mail.result.clicks"), clicks],
    [t(lang, "mail.result.ctr"), ctr],
    [t(lang, "mail.result.spent"), spent],
  ];
  if (returned) facts.push([t(lang, "mail.result.returned"), returned]);
  if (credited) facts.push([t(lang, "mail.result.credited"), credited]);
  return {
    lang,
    recipient,
    subject: t(lang, "mail.result.subject", { campaign }),
    preheader: `${impressions} ${t(lang, "mail.result.impressions")}, ${clicks} ${t(lang, "mail.result.clicks")}`,
    body: [t(lang, "mail.result.text", { campaign }), { facts }, t(lang, "mail.result.next")],
    button: { label: t(lang, "mail.result.button"), url },
  };
}

/** What is wrong with the page that banners lead to; `link`: only single ads lead there. */
export type LandingProblem = "unreachable" | "insecure" | "moved" | "malware" | "link";

/** Tells an owner what is wrong with the page that the banners lead to, and what to do. */
export function landingMail(
  { lang, recipient, campaign, url }: Told,
  { kind, host, domain, link }: { kind: LandingProblem; host: string; domain: string; link?: AdLink | undefined },
): MailContent {
  const ads = { url: link?.url ?? "", formats: link?.formats.join(", ") ?? "" };
  return {
    lang,
    recipient,
    subject: t(lang, `mail.landing.${kind}.subject`, { campaign }),
    body: [
      t(lang, `mail.landing.${kind}.text`, { campaign, host, domain, ...ads }),
      t(lang, `mail.landing.${kind}.next`),
    ],
    button: { label: t(lang, "mail.landing.button"), url },
  };
}

export type VastTagProblem = "stopped" | "failing";

/** Tells an owner what the daily check of the campaign's VAST tag found, and what happens next. */
export const vastTagMail = (
  { lang, recipient, campaign, url }: Told,
  { kind, found }: { kind: VastTagProblem; found: string },
): MailContent => ({
  lang,
  recipient,
  subject: t(lang, `mail.vastTag.${kind}.subject`, { campaign }),
  body: [t(lang, `mail.vastTag.${kind}.text`, { campaign, found }), t(lang, `mail.vastTag.${kind}.next`)],
  button: { label: t(lang, "mail.vastTag.button"), url },
});
