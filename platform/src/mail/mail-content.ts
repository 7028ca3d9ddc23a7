import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "../config/config.ts";

/** Who sends a mail: the name in its head and at its end, the address behind it, and where replies go. */
export type MailBrand = {
  operator: string;
  url: string;
  /** The operator's support address; null where replies go to the sender. */
  replyTo: string | null;
};

/** A part of a mail's body. `facts` are pairs of a label and a value; a `quote` is what another person wrote. */
export type MailBlock = string | { list: string[] } | { facts: [label: string, value: string][] } | { quote: string };

type MailLink = { label: string; url: string };

/** What a mail says, in the reader's language. Plain texts: they are escaped where they become HTML. */
export type MailContent = {
  lang: Language;
  subject: string;
  /** What mailboxes show after the subject; the first paragraph unless given. */
  preheader?: string;
  /** The subject unless given. */
  heading?: string;
  /** Greets the reader by name, or without one where it is empty. No greeting unless given. */
  recipient?: string;
  body: MailBlock[];
  /** The one thing to do next. */
  button?: MailLink;
  /** Small print below the button, for example how long a link is valid. */
  footer?: string[];
  /** Ends mails of this kind, also by the mail program's own button. */
  unsubscribe?: MailLink;
};

/** The brand of an installation: the display name of MAIL_FROM (`Litfass <no-reply@…>`), or else the product's name. */
export function mailBrandOf(config: Pick<Config, "mailFrom" | "mailReplyTo" | "publicUrl">): MailBrand {
  const { mailFrom, mailReplyTo, publicUrl } = config;
  const address = mailFrom.indexOf("<");
  const name = address < 0 ? "" : mailFrom.slice(0, address).replaceAll('"', "").trim();
  return { operator: name || "Litfass", url: publicUrl, replyTo: mailReplyTo };
}

/** What stands around every content, in its language. */
export type MailFrame = {
  brand: MailBrand;
  preheader: string;
  heading: string;
  greeting: string | null;
  support: string | null;
  sender: string;
};
