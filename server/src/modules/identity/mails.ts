import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import type { MailedCode } from "./tables.ts";
import { t } from "./texts.ts";

/** The sign-in methods removed when the owner of an address claimed its account. */
export type Removed = "password" | "providers" | "second_factor";

/** The mail with a link that carries a code, or with an invitation. */
export function linkMail(kind: Lowercase<MailedCode> | "invitation", link: string, lang: Language): MailContent {
  return {
    lang,
    subject: t(lang, `${kind}_subject`),
    body: [t(lang, `${kind}_lead`)],
    button: { label: t(lang, `${kind}_button`), url: link },
    footer: [t(lang, `${kind}_note`), t(lang, "mail_ignore")],
  };
}

/** The mail that carries a code of the identity protocol. */
export const codeMail = (kind: MailedCode, link: string, lang: Language): MailContent =>
  linkMail(kind.toLowerCase() as Lowercase<MailedCode>, link, lang);

/** Notifies a previous address of the new one; `undo` is the link that restores the previous address. */
export const addressChangedMail = (address: string, undo: string | null, lang: Language): MailContent => ({
  lang,
  subject: t(lang, "email_changed_subject"),
  body: [t(lang, "email_changed_lead"), address, t(lang, "not_you"), ...(undo ? [t(lang, "email_changed_undo")] : [])],
  ...(undo ? { button: { label: t(lang, "email_changed_button"), url: undo } } : {}),
});

export const accountClosedMail = (address: string, lang: Language): MailContent => ({
  lang,
  subject: t(lang, "account_closed_subject"),
  body: [t(lang, "account_closed_lead"), address, t(lang, "account_closed_note")],
});

/** Notifies the owner of an address of what was removed when the account was claimed. */
export const accountSecuredMail = (removed: Removed[], address: string, lang: Language): MailContent => ({
  lang,
  subject: t(lang, "account_secured_subject"),
  body: [
    t(lang, "account_secured_lead"),
    { list: removed.map((what) => t(lang, `removed_${what}`)) },
    address,
    t(lang, "account_secured_note"),
  ],
});
