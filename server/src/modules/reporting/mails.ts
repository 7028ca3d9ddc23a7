import type { Language } from "@litfass/contract/kernel/language";
import { numberIn } from "@litfass/contract/kernel/thousands";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { t } from "./texts.ts";

/** The regular report with its table attached. Numbers and days are formatted. */
export function reportMail(
  lang: Language,
  report: {
    from: string;
    to: string;
    impressions: string;
    /** Viewable of measured, and measured of all impressions; "–" where there are none. */
    viewability: string;
    measured: string;
    clicks: string;
    ctr: string;
    spend: string;
    dashboardUrl: string;
    stopUrl: string;
    /** The weekly summary of running campaigns, which says why it is sent. */
    isAutomatic: boolean;
  },
): MailContent {
  const { from, to, impressions, viewability, measured, clicks, ctr, spend, dashboardUrl, stopUrl, isAutomatic } =
    report;
  return {
    lang,
    subject: t(lang, "reportMail.subject", { from, to, impressions, count: numberIn(impressions) }),
    heading: t(lang, "reportMail.heading", { from, to }),
    preheader: [
      t(lang, "reportMail.seen", { number: impressions, count: numberIn(impressions) }),
      t(lang, "reportMail.clicked", { number: clicks, count: numberIn(clicks) }),
    ].join(", "),
    body: [
      {
        facts: [
          [t(lang, "reportMail.impressions"), impressions],
          [t(lang, "reportMail.viewability"), viewability],
          [t(lang, "reportMail.measured"), measured],
          [t(lang, "reportMail.clicks"), clicks],
          [t(lang, "reportMail.ctr"), ctr],
          [t(lang, "reportMail.spend"), spend],
        ],
      },
      t(lang, "reportMail.attached"),
    ],
    button: { label: t(lang, "reportMail.button"), url: dashboardUrl },
    ...(isAutomatic ? { footer: [t(lang, "reportMail.why")] } : {}),
    unsubscribe: { label: t(lang, "reportMail.stop"), url: stopUrl },
  };
}

/** Tells an owner that an active campaign had no impressions for `hours`. */
export function silenceMail(
  lang: Language,
  { recipient, campaign, hours, url }: { recipient: string; campaign: string; hours: number; url: string },
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "silence.subject", { campaign }),
    body: [t(lang, "silence.lead", { campaign, count: hours }), t(lang, "silence.advice")],
    button: { label: t(lang, "silence.button"), url },
  };
}

/** Tells staff where panels, budgets or ledger differ from the events; amounts are formatted. */
export function reconciliationMail(
  lang: Language,
  {
    recipient,
    differences,
    url,
  }: {
    recipient: string;
    differences: { campaign: number; source: "panels" | "budgets" | "ledger"; found: string; events: string }[];
    url: string;
  },
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "reconciliation.subject"),
    body: [
      t(lang, "reconciliation.lead"),
      {
        facts: differences.map(({ campaign, source, found, events }) => [
          t(lang, "reconciliation.campaign", { campaign }),
          t(lang, "reconciliation.compared", { source: t(lang, `reconciliation.${source}`), found, events }),
        ]),
      },
      t(lang, "reconciliation.advice"),
    ],
    button: { label: t(lang, "reconciliation.button"), url },
  };
}
