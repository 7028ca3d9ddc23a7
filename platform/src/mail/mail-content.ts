import type { Language } from "@litfass/contract/kernel/language";
import { textColorOn } from "@litfass/contract/settings/contrast";
import type { Brand } from "@litfass/contract/settings/operator-settings";

/** The sender of a mail: its name at the top and bottom, its address, and the address for replies. */
export type MailBrand = {
  operator: string;
  url: string;
  /** The operator's support address; null if replies go to the sender. */
  replyTo: string | null;
  /** The sender: `"Name" <address>`. */
  from: string;
  /** Background and text of buttons, as #rrggbb. */
  color: string;
  onColor: string;
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
  /** The unsubscribe link, also used by the mail client's own button; `oneClick` if a POST to it is enough (RFC 8058). */
  unsubscribe?: MailLink & { oneClick?: true };
  /** The address for replies to this mail instead of the operator's. */
  replyTo?: string;
};

/** The operator's brand as mails show it. */
export const mailBrandOf = (brand: Brand, publicUrl: string): MailBrand => ({
  operator: brand.operator_name,
  url: publicUrl,
  replyTo: brand.support_address,
  from: senderOf(brand),
  color: brand.primary_color,
  onColor: textColorOn(brand.primary_color).color,
});

/** A quoted display name, in which commas and brackets are harmless (RFC 5322, section 3.2.4). */
const senderOf = ({ sender_name: name, sender_address: address }: Brand): string =>
  `"${name.replaceAll(/["\\]/g, "\\$&")}" <${address}>`;

/** The texts around every mail's content, in its language. */
export type MailFrame = {
  brand: MailBrand;
  preheader: string;
  heading: string;
  greeting: string | null;
  support: string | null;
  sender: string;
};
