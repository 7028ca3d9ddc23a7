import { reviewReasonTexts } from "@litfass/contract/campaigns/review-reason-texts";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { Language } from "@litfass/contract/kernel/messages";
import type { MailContent } from "@litfass/platform/mail/mail-content";
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
