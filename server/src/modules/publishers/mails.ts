import type { Language } from "@litfass/contract/kernel/language";
import type { ReturnCause } from "@litfass/contract/publishers/payout-returns";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { t } from "./texts.ts";

/** An existing user has become a publisher. Those who are invited get the invitation instead. */
export function addedMail(
  lang: Language,
  { recipient, name, percent, publicUrl }: { recipient: string; name: string; percent: number; publicUrl: string },
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "addedMail.subject", { name }),
    body: [t(lang, "addedMail.added", { name, share: `${percent}%` }), t(lang, "addedMail.next")],
    button: { label: t(lang, "addedMail.button"), url: `${publicUrl}/publisher` },
    footer: [t(lang, "addedMail.same")],
  };
}

/** Payouts go to another account: somebody who did not change it can stop the next one. */
export function accountChangedMail(
  lang: Language,
  {
    recipient,
    name,
    lastDigits,
    publicUrl,
  }: { recipient: string; name: string; lastDigits: string; publicUrl: string },
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "accountChanged.subject", { name }),
    body: [t(lang, "accountChanged.changed", { name, lastDigits }), t(lang, "accountChanged.notYou")],
    button: { label: t(lang, "payoutReturned.button"), url: `${publicUrl}/publisher?tab=statements` },
  };
}

type ReturnedPayout = {
  recipient: string;
  /** The publisher. */
  name: string;
  /** The credit note. */
  number: string;
  amount: string;
  account: string;
  cause: ReturnCause;
  code: string | null;
  publicUrl: string;
};

/** A payout came back: which, why, and what the publisher has to correct. */
export function payoutReturnedMail(
  lang: Language,
  { recipient, name, number, amount, account, cause, code, publicUrl }: ReturnedPayout,
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "payoutReturned.subject", { number, amount }),
    body: [
      t(lang, "payoutReturned.returned", { name }),
      {
        facts: [
          [t(lang, "payoutReturned.number"), number],
          [t(lang, "payoutReturned.amount"), amount],
          [t(lang, "payoutReturned.account"), account],
          ...(code === null ? [] : [[t(lang, "payoutReturned.code"), code] as [string, string]]),
        ],
      },
      t(lang, `payoutReturned.cause.${cause}`),
      t(lang, "payoutReturned.next"),
    ],
    button: { label: t(lang, "payoutReturned.button"), url: `${publicUrl}/publisher?tab=statements` },
  };
}
