import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "../config/config.ts";

/** The sender of a mail: its name at the top and bottom, its address, and the address for replies. */
export type MailBrand = {
  operator: string;
  url: string;
  /** The operator's support address; null if replies go to the sender. */
  replyTo: string | null;
};

/** A part of a mail's body. `facts` are pairs of a label and a value; a `quote` is another person's text. */
export type MailBlock = string | { list: string[] } | { facts: [label: string, value: string][] } | { quote: string };

type MailLink = { label: string; url: string };

/** The content of a mail in the reader's language. Plain texts, escaped for HTML during rendering. */
export type MailContent = {
  lang: Language;
  subject: string;
  /** The preview after the subject; the first paragraph by default. */
  preheader?: string;
  /** The subject unless given. */
  heading?: string;
  /** Greets the reader by name, or without one if it is empty. No greeting by default. */
  recipient?: string;
  body: MailBlock[];
  /** The call to action. */
  button?: MailLink;
  /** Small print below the button, for example how long a link is valid. */
  footer?: string[];
  /** The unsubscribe link, also used by the mail client's own button. */
  unsubscribe?: MailLink;
};

/** The brand of an installation: the display name of MAIL_FROM (`Litfass <no-reply@…>`), or else the product's name. */
export function mailBrandOf(config: Pick<Config, "mailFrom" | "mailReplyTo" | "publicUrl">): MailBrand {
  const { mailFrom, mailReplyTo, publicUrl } = config;
  const address = mailFrom.indexOf("<");
  const name = address < 0 ? "" : mailFrom.slice(0, address).replaceAll('"', "").trim();
  return { operator: name || "Litfass", url: publicUrl, replyTo: mailReplyTo };
}

/** The texts around every mail's content, in its language. */
export type MailFrame = {
  brand: MailBrand;
  preheader: string;
  heading: string;
  greeting: string | null;
  support: string | null;
  sender: string;
};
