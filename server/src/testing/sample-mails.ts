import { reviewReasonCodes } from "@litfass/contract/campaigns/review-reasons";
import type { Language } from "@litfass/contract/kernel/language";
import { returnCauses } from "@litfass/contract/publishers/payout-returns";
import { defaultBrand } from "@litfass/contract/settings/default-settings";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { mailBrandOf } from "@litfass/platform/mail/mail-content";
import { testMail } from "@litfass/platform/mail/test-mail";
import { differencesMail, guaranteeMail, invoiceMail, receiptMail, reminderMail } from "../modules/billing/mails.ts";
import {
  approvedMail,
  endMail,
  firstImpressionsMail,
  landingMail,
  nearlySpentMail,
  rejectedMail,
  resultMail,
  startedMail,
  vastTagMail,
  withdrawnMail,
} from "../modules/campaigns/mails.ts";
import { bannerSetMail } from "../modules/creatives/mails.ts";
import {
  accountClosedMail,
  accountSecuredMail,
  addressChangedMail,
  codeMail,
  linkMail,
} from "../modules/identity/mails.ts";
import { accountChangedMail, addedMail, payoutReturnedMail } from "../modules/publishers/mails.ts";
import { reconciliationMail, reportMail, silenceMail } from "../modules/reporting/mails.ts";
import { copyMail, operatorMail } from "../modules/site/contact/contact-mails.ts";
import { confirmationMail } from "../modules/site/newsletter/newsletter-mails.ts";
import { decidedMail, questionMail, receivedMail } from "../modules/transparency/reports/report-mails.ts";
import { alertMail } from "../processes/doctor/alert-mail.ts";

const publicUrl = "https://ads.example";
const mailFrom = "Litfass <no-reply@ads.example>";
const link = `${publicUrl}/verify-email/1?code=2&lang=de`;

/** Every mail of the product by function and kind; `written` replaces every user-entered text. */
export const sampleMails = (lang: Language, written: string): [name: string, content: MailContent][] => {
  const reader = { lang, recipient: written, publicUrl };
  const told = { lang, recipient: written, campaign: written, url: `${publicUrl}/campaigns/7?step=preview` };
  const invoice = { number: "2026-00042", name: written, amount: "CHF\u00a01'621.50", dueOn: "15.04.2026" };
  const discount = { list: "CHF\u00a01'500.00", name: written, amount: "CHF\u00a0-150.00", net: "CHF\u00a01'350.00" };
  const reminder = { renewal: written, plan: "Starter", left: "CHF\u00a0100.00", failure: "", day: "15.04.2026" };
  const reported = { reason: "rights" as const, message: written, site: written, note: written };
  const bannerSet = { recipient: written, customer: written, brief: written, publicUrl };
  return [
    ["invoiceMail of a package", invoiceMail(reader, { ...invoice, discount, creditsLater: true })],
    ["invoiceMail of a service", invoiceMail(reader, { ...invoice, discount: undefined, creditsLater: false })],
    ["receiptMail", receiptMail(reader, { ...invoice, discount, credited: "CHF\u00a01'500.00", paidOn: "15.03.2026" })],
    [
      "guaranteeMail",
      guaranteeMail(reader, {
        campaignId: 7,
        campaign: written,
        rate: 60,
        guaranteed: 70,
        missing: "1'000",
        amount: "CHF\u00a025.00",
      }),
    ],
    ["reminderMail near the end", reminderMail(reader, { ...reminder, kind: "near_end" })],
    ["reminderMail of a low balance", reminderMail(reader, { ...reminder, kind: "low_balance" })],
    [
      "reminderMail of a declined card",
      reminderMail(reader, { ...reminder, kind: "renewal_declined", failure: written }),
    ],
    [
      "differencesMail",
      differencesMail(reader, {
        proof: 9,
        differences: [
          { name: "VAT", compared: "CHF\u00a01.00 / CHF 2.00" },
          { name: "Cards", compared: null },
        ],
      }),
    ],
    ...[true, false].map((isAutomatic): [string, MailContent] => [
      `reportMail ${isAutomatic ? "that every advertiser gets" : "that was ordered"}`,
      reportMail(lang, {
        isAutomatic,
        from: "01.02.2026",
        to: "28.02.2026",
        impressions: "12'345",
        viewability: "74.2%",
        measured: "96.4%",
        clicks: "123",
        ctr: "1.00%",
        spend: "CHF\u00a061.70",
        dashboardUrl: `${publicUrl}/dashboard?from=2026-02-01&to=2026-02-28`,
        stopUrl: `${publicUrl}/reports/stop?id=1&token=2`,
      }),
    ]),
    ["silenceMail after an hour", silenceMail(lang, { ...told, hours: 1 })],
    ["silenceMail after hours", silenceMail(lang, { ...told, hours: 6 })],
    [
      "reconciliationMail",
      reconciliationMail(lang, {
        recipient: written,
        differences: (["panels", "budgets", "ledger"] as const).map((source, at) => ({
          campaign: at + 1,
          source,
          found: "0.00",
          events: "0.03",
        })),
        url: `${publicUrl}/dashboard`,
      }),
    ],
    ["approvedMail", approvedMail(told)],
    ["rejectedMail with a note", rejectedMail(told, { reasons: reviewReasonCodes, note: written })],
    ["rejectedMail without a note", rejectedMail(told, { reasons: ["link"], note: null })],
    ["withdrawnMail", withdrawnMail(told, { reasons: ["forbidden"], note: written })],
    ["endMail", endMail(told, { day: "31.03.2026", spent: "CHF\u00a0320.00", left: "CHF\u00a0180.00" })],
    ...(
      [
        ["by the owner", { isByOther: false, by: null, next: "now" }],
        ["by staff", { isByOther: true, by: written, next: "review" }],
        ["by somebody unknown", { isByOther: true, by: null, next: "later" }],
      ] as const
    ).map(([name, started]): [string, MailContent] => [
      `startedMail ${name}`,
      startedMail(told, { ...started, budget: "CHF\u00a0500.00", from: "01.03.2026", to: "31.03.2026" }),
    ]),
    ...(["unreachable", "insecure", "moved", "malware"] as const).map((kind): [string, MailContent] => [
      `landingMail ${kind}`,
      landingMail(told, { kind, host: "shop.example", domain: "other.example" }),
    ]),
    [
      "landingMail link",
      landingMail(told, {
        ...{ kind: "link", host: "shop.example", domain: "" },
        link: { url: "https://shop.example/bread", formats: ["300x250", "728x90"] },
      }),
    ],
    ...(["stopped", "failing"] as const).map((kind): [string, MailContent] => [
      `vastTagMail ${kind}`,
      vastTagMail(told, { kind, found: written }),
    ]),
    ["firstImpressionsMail", firstImpressionsMail(told, { impressions: "1'234" })],
    ["nearlySpentMail", nearlySpentMail(told, { spent: "CHF\u00a0455.00", left: "CHF\u00a045.00", day: "31.03.2026" })],
    [
      "resultMail",
      resultMail(told, {
        impressions: "12'345",
        viewability: "74.2%",
        measured: "96.4%",
        clicks: "123",
        ctr: "1.00%",
        spent: "CHF\u00a0308.60",
        returned: "CHF\u00a0191.40",
        credited: "CHF\u00a025.00",
      }),
    ],
    ["bannerSetMail of an order", bannerSetMail(lang, { ...bannerSet, event: "ordered" })],
    ["bannerSetMail of a delivery", bannerSetMail(lang, { ...bannerSet, event: "delivered" })],
    ["bannerSetMail of a cancellation", bannerSetMail(lang, { ...bannerSet, event: "cancelled" })],
    ["linkMail of an invitation", linkMail("invitation", link, lang)],
    ["codeMail for a password", codeMail("PASSWORD_RESET", link, lang)],
    ["codeMail for an address", codeMail("VERIFY_EMAIL", link, lang)],
    ["codeMail for a sign-in", codeMail("EMAIL_SIGNIN", link, lang)],
    ["codeMail for a new address", codeMail("VERIFY_AND_CHANGE_EMAIL", link, lang)],
    ["addressChangedMail with undo", addressChangedMail(written, link, lang)],
    ["addressChangedMail without undo", addressChangedMail(written, null, lang)],
    ["addedMail", addedMail(lang, { recipient: written, name: written, percent: 66.67, publicUrl })],
    [
      "accountChangedMail",
      accountChangedMail(lang, { recipient: written, name: written, lastDigits: "7800", publicUrl }),
    ],
    ...returnCauses.map((cause): [string, MailContent] => [
      `payoutReturnedMail (${cause})`,
      payoutReturnedMail(lang, {
        recipient: written,
        name: written,
        number: "GS-2026-00001",
        amount: "CHF\u00a0129.72",
        account: "CH56 0483 5012 3456 7800 9",
        cause,
        code: cause === "other" ? null : "AC04",
        publicUrl,
      }),
    ]),
    ["accountClosedMail", accountClosedMail(written, lang)],
    ["accountSecuredMail", accountSecuredMail(["password", "providers", "second_factor"], written, lang)],
    ["testMail", testMail(mailBrandOf(defaultBrand({ mailFrom, mailReplyTo: "help@ads.example" }), publicUrl), lang)],
    ["alertMail", alertMail(lang, "ads.example", [{ check: "clock", status: "failed", found: written }])],
    ["operatorMail", operatorMail(lang, { name: written, email: "nora@example.ch", phone: written, message: written })],
    ["copyMail", copyMail(lang, { operator: written, message: written })],
    ["receivedMail", receivedMail(lang, reported)],
    ["decidedMail of stopped ads", decidedMail(lang, reported, true)],
    ["decidedMail of running ads", decidedMail(lang, reported, false)],
    ["questionMail", questionMail({ ...told, note: written }, reported)],
    ["confirmationMail", confirmationMail(lang, { confirm: link, unsubscribe: link })],
  ];
};
