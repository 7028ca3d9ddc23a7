import type { Language } from "@litfass/contract/kernel/language";
import type { MailBlock, MailBrand, MailContent, MailFrame } from "./mail-content.ts";
import { mailHtml } from "./mail-html.ts";
import { t } from "./texts.ts";

/** The input of `Mailer.send` besides the address and attachments. */
export type RenderedMail = {
  /** The sender; the mail server connection's own unless given. */
  from?: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** The URL of the mail client's unsubscribe button. */
  unsubscribe?: string;
  /** A POST to that URL unsubscribes, without a further question (RFC 8058). */
  oneClick?: true;
};

/** Renders the plain text and the HTML of a mail from one content, so that both always agree. */
export function renderMail(content: MailContent, brand: MailBrand): RenderedMail {
  const heading = oneLine(content.subject);
  // Inboxes search and cut subjects at ordinary spaces.
  const subject = heading.replaceAll("\u00a0", " ");
  const frame = frameOf({ ...content, subject: heading }, brand);
  const replyTo = content.replyTo ?? brand.replyTo;
  return {
    from: brand.from,
    subject,
    text: textOf(content, frame),
    html: mailHtml({ ...content, subject }, frame),
    ...(replyTo ? { replyTo } : {}),
    ...(content.unsubscribe ? { unsubscribe: content.unsubscribe.url } : {}),
    ...(content.unsubscribe?.oneClick ? { oneClick: true as const } : {}),
  };
}

/** Names of campaigns and people are part of the subject: a line break must not end it. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ").trim();

function frameOf({ lang, subject, heading, preheader, recipient, body }: MailContent, brand: MailBrand): MailFrame {
  const { operator, url, replyTo } = brand;
  return {
    brand,
    preheader: preheader ?? body.find((block) => typeof block === "string") ?? subject,
    heading: heading ?? subject,
    greeting:
      recipient === undefined
        ? null
        : recipient.trim() === ""
          ? t(lang, "greeting")
          : t(lang, "greeting_named", { name: recipient.trim() }),
    support: replyTo ? t(lang, "support", { address: replyTo }) : null,
    sender: t(lang, "sender", { operator, site: new URL(url).host }),
  };
}

function textOf(
  { lang, body, button, footer = [], unsubscribe }: MailContent,
  { greeting, support, sender }: MailFrame,
) {
  const blocks = [
    ...(greeting ? [greeting] : []),
    ...body.map((block) => blockText(block, lang)),
    ...(button ? [`${t(lang, "label", { label: button.label })}\n${button.url}`] : []),
    ...(footer.length > 0 ? [footer.join("\n")] : []),
    ...(support ? [support] : []),
    ...(unsubscribe ? [`${t(lang, "label", { label: unsubscribe.label })}\n${unsubscribe.url}`] : []),
    // The signature separator: mail clients fold what follows (RFC 3676, section 4.3).
    `-- \n${sender}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function blockText(block: MailBlock, lang: Language): string {
  if (typeof block === "string") return block;
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n");
  if ("facts" in block)
    return block.facts.map(([label, value]) => `${t(lang, "label", { label })} ${value}`).join("\n");
  return block.quote
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
