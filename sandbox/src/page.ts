import type { FastifyReply, FastifyRequest } from "fastify";

export type Lang = "en" | "de";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string);

/** German where the browser asks for it first; English otherwise. */
export function langOf(request: FastifyRequest): Lang {
  const asked = (request.query as { lang?: string }).lang ?? request.headers["accept-language"] ?? "";
  return asked.trim().toLowerCase().startsWith("de") ? "de" : "en";
}

const texts = {
  exchange: ["Exchange", "Exchange"],
  mailbox: ["Mailbox", "Postfach"],
  sandbox: ["Sandbox", "Sandbox"],
  note: [
    "Sandbox: nothing here is real, and nothing costs money.",
    "Sandbox: Hier ist nichts echt, und nichts kostet Geld.",
  ],
  back: ["Back to Litfass", "Zurück zu Litfass"],
} as const;

type PageParts = {
  lang: Lang;
  title: string;
  body: string;
  publicUrl: string;
  here?: string;
  script?: string;
  bare?: boolean;
};

/** A page of the sandbox: strict policy, own style sheet, no inline code. */
export function sendPage(reply: FastifyReply, parts: PageParts): FastifyReply {
  const { lang, title, body, publicUrl, here, script, bare } = parts;
  const say = (key: keyof typeof texts) => texts[key][lang === "de" ? 1 : 0];
  const link = (href: string, text: string) =>
    `<a href="${href}"${here === href ? ' aria-current="page"' : ""}>${escapeHtml(text)}</a>`;
  const menu = bare
    ? ""
    : `<nav>${link("/", say("sandbox"))}${link("/exchange", say("exchange"))}${link("/mailbox", say("mailbox"))}<a class="end" href="${escapeHtml(publicUrl)}">${say("back")}</a></nav>`;
  return reply
    .header("content-type", "text/html; charset=utf-8")
    .header(
      "content-security-policy",
      // A paid checkout posts here and is sent on to the platform: browsers hold the whole way to form-action.
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self' ${new URL(publicUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(
      `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Litfass</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/sandbox.css">
${script ? `<script type="module" src="${script}"></script>` : ""}
</head>
<body>
<header class="banner">${say("note")}</header>
${menu}
<main>
${body}
</main>
</body>
</html>
`,
    );
}
