import { type Html, html } from "../http/pages/html.ts";
import type { MailBlock, MailContent, MailFrame } from "./mail-content.ts";

/**
 * Mail clients support neither external style sheets nor modern layout: tables, and inline light colors. The styles
 * in the head add the dark colors for clients that support them.
 */
export function mailHtml({ lang, subject, body, button, footer = [], unsubscribe }: MailContent, frame: MailFrame) {
  const { brand, preheader, heading, greeting, support, sender } = frame;
  return html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
${headStyle}</head>
<body class="page" style="margin:0;padding:0;background:#f5f5f2;color:#121b26;font-family:Inter,-apple-system,'Segoe UI',Arial,Helvetica,sans-serif">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preheader}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f5f2"><tr><td class="edge" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px">${brandRow(brand)}</td></tr>
<tr><td class="sheet inner" style="padding:32px;background:#ffffff;border:1px solid #e0e0da;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:31px;font-weight:700;color:#121b26;overflow-wrap:anywhere">${heading}</h1>
${greeting && paragraph(greeting)}${body.map(blockHtml)}${button && buttonHtml(button, brand)}${footer.map(smallPrint)}</td></tr>
<tr><td style="padding:16px 4px 0">
${support && note(support)}${unsubscribe && note(html`<a class="link" href="${unsubscribe.url}" style="color:#1767ce">${unsubscribe.label}</a>`)}${note(sender)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
}

const headStyle = html`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inner{padding:24px 20px!important}.edge{padding:20px 12px!important}.button{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.page{background:#0c1219!important}.sheet{background:#131c26!important;border-color:#243140!important}.ink{color:#f2f2ee!important}.ink2{color:#a9b4bf!important}.line{border-color:#243140!important}.link{color:#6db0fa!important}}
</style>
`;

/** The operator's initial as its logo, because most mail clients would not load an image. */
const brandRow = ({ operator, url, color, onColor }: MailFrame["brand"]): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td align="center" width="36" height="36" style="width:36px;height:36px;background:${color};border-radius:8px;font-size:18px;line-height:36px;font-weight:700;color:${onColor}" aria-hidden="true">${[...operator][0]?.toUpperCase()}</td><td style="padding-left:12px;font-size:18px;font-weight:700"><a class="ink" href="${url}" style="color:#121b26;text-decoration:none">${operator}</a></td></tr></table>`;

const text = "font-size:16px;line-height:25px;color:#121b26;overflow-wrap:anywhere";

const paragraph = (line: string): Html => html`<p class="ink" style="margin:0 0 16px;${text}">${line}</p>
`;

function blockHtml(block: MailBlock): Html {
  if (typeof block === "string") return paragraph(block);
  if ("list" in block) {
    const items = block.list.map((item) => html`<li style="margin:0 0 4px">${item}</li>`);
    return html`<ul class="ink" style="margin:0 0 16px;padding-left:24px;${text}">${items}</ul>
`;
  }
  if ("facts" in block) {
    return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${block.facts.map(factRow)}</table>
`;
  }
  return html`<blockquote class="ink line" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #cfcfc8;white-space:pre-line;${text}">${block.quote}</blockquote>
`;
}

const factRow = ([label, value]: [string, string]): Html =>
  html`<tr><th class="ink2 line" scope="row" width="45%" align="left" valign="top" style="padding:8px 16px 8px 0;border-bottom:1px solid #e0e0da;font-size:15px;line-height:22px;font-weight:400;color:#4b5866">${label}</th><td class="ink line" align="right" valign="top" style="padding:8px 0;border-bottom:1px solid #e0e0da;font-size:15px;line-height:22px;font-weight:600;color:#121b26">${value}</td></tr>`;

const small = "font-size:13px;line-height:20px;color:#4b5866;overflow-wrap:anywhere";

const smallPrint = (line: string): Html => html`<p class="ink2" style="margin:0 0 8px;${small}">${line}</p>
`;

const note = (line: string | Html): Html => html`<p class="ink2" style="margin:0 0 8px;${small}">${line}</p>
`;

/** The URL is repeated below the button, for clients without buttons. */
const buttonHtml = ({ label, url }: { label: string; url: string }, { color, onColor }: MailFrame["brand"]): Html =>
  html`<p style="margin:24px 0 12px"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;background:${color};color:${onColor};font-size:16px;line-height:20px;font-weight:600;text-decoration:none;border-radius:6px">${label}</a></p>
<p style="margin:0 0 16px;${small};word-break:break-all"><a class="link" href="${url}" style="color:#1767ce;text-decoration:none">${url}</a></p>
`;
