import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "../config/config.ts";
import { type Html, html } from "../http/pages/html.ts";

/** Who sends a mail: the name in its head and at its end, and the address behind it. */
export type MailBrand = { operator: string; url: string };

/** What a mail says, in the reader's language. Plain texts: they are escaped where they become HTML. */
export type MailContent = {
  lang: Language;
  subject: string;
  /** The subject unless given. */
  heading?: string;
  /** Paragraphs and bullet lists, in this order. */
  paragraphs: (string | { list: string[] })[];
  button?: { label: string; url: string };
  /** Small print below the button, for example how long a link is valid. */
  footer?: string[];
};

/** A mail as `Mailer.send` takes it, beside the address. */
export type RenderedMail = { subject: string; text: string; html: string };

/** The brand of an installation: the display name of MAIL_FROM (`Litfass <no-reply@…>`), or else the product's name. */
export function mailBrandOf({ mailFrom, publicUrl }: Pick<Config, "mailFrom" | "publicUrl">): MailBrand {
  const address = mailFrom.indexOf("<");
  const name = address < 0 ? "" : mailFrom.slice(0, address).replaceAll('"', "").trim();
  return { operator: name || "Litfass", url: publicUrl };
}

/** Makes the plain text and the HTML of a mail from one content, so that both always say the same. */
export const renderMail = (content: MailContent, brand: MailBrand): RenderedMail => ({
  subject: content.subject,
  text: textOf(content, brand),
  html: htmlOf(content, brand),
});

function textOf({ paragraphs, button, footer = [] }: MailContent, { operator }: MailBrand): string {
  const blocks = [
    ...paragraphs.map((paragraph) =>
      typeof paragraph === "string" ? paragraph : paragraph.list.map((item) => `- ${item}`).join("\n"),
    ),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footer.length > 0 ? [footer.join("\n")] : []),
    operator,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const small = "font-size:13px;line-height:20px;color:#4a5a68";

/** Mail programs know neither style sheets nor modern layout: a table and styles at the elements. */
function htmlOf(content: MailContent, { operator, url }: MailBrand): string {
  const { lang, subject, heading = subject, paragraphs, button, footer = [] } = content;
  return html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f6f8;font-family:Arial,Helvetica,sans-serif;color:#14202b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:bold"><a href="${url}" style="color:#14202b;text-decoration:none">${operator}</a></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${heading}</h1>
${paragraphs.map(paragraphOf)}${button ? buttonOf(button) : ""}${footer.map((line) => html`<p style="margin:0 0 8px;${small}">${line}</p>\n`)}</td></tr></table>
</td></tr></table>
</body>
</html>
`.text;
}

const paragraphOf = (paragraph: MailContent["paragraphs"][number]): Html =>
  typeof paragraph === "string"
    ? html`<p style="margin:0 0 16px;font-size:16px;line-height:24px">${paragraph}</p>\n`
    : html`<ul style="margin:0 0 16px;padding-left:24px;font-size:16px;line-height:24px">${paragraph.list.map(
        (item) => html`<li>${item}</li>`,
      )}</ul>\n`;

/** The address is repeated below the button, for programs that show no buttons. */
const buttonOf = ({ label, url }: { label: string; url: string }): Html =>
  html`<p style="margin:8px 0 24px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#338cf5;color:#0b1620;font-weight:bold;text-decoration:none;border-radius:8px">${label}</a></p>
<p style="margin:0 0 16px;${small};word-break:break-all">${url}</p>
`;
