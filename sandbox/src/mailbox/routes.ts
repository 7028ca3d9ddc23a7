import type { FastifyInstance } from "fastify";
import { escapeHtml, langOf, sendPage } from "../page.ts";
import type { Mailbox, Message } from "./mailbox.ts";

const texts = {
  title: ["Mailbox", "Postfach"],
  lead: ["Every mail that the platform sends ends here.", "Jede Mail, die die Plattform verschickt, landet hier."],
  search: ["Search", "Suchen"],
  empty: ["No mail yet", "Noch keine Mail"],
  emptyText: [
    "Register or ask for a new password, and it appears here.",
    "Registrieren Sie sich oder fordern Sie ein neues Passwort an, dann erscheint sie hier.",
  ],
  clear: ["Empty the mailbox", "Postfach leeren"],
  to: ["To", "An"],
  from: ["From", "Von"],
  attachments: ["Attachments", "Anhänge"],
  all: ["All mails", "Alle Mails"],
} as const;

const time = (at: string) =>
  new Intl.DateTimeFormat("de-CH", { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Zurich" }).format(
    new Date(at),
  );

/** Pages of the mailbox, and its JSON for tests. */
export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox, publicUrl: string): void {
  app.get("/mailbox", async (request, reply) => {
    const lang = langOf(request);
    const say = (key: keyof typeof texts) => texts[key][lang === "de" ? 1 : 0];
    const { q = "", to } = request.query as { q?: string; to?: string };
    const messages = mailbox.list(to, q).slice(0, 200);
    const rows = messages
      .map(
        (message) =>
          `<li><a href="/mailbox/${message.id}"><b>${escapeHtml(message.subject)}</b><span>${escapeHtml(message.to.join(", "))}</span><time>${time(message.at)}</time></a></li>`,
      )
      .join("");
    const list =
      messages.length > 0
        ? `<ul class="mails sheet">${rows}</ul><form method="post" action="/mailbox/clear"><button>${say("clear")}</button></form>`
        : `<div class="sheet empty"><h2>${say("empty")}</h2><p>${say("emptyText")}</p></div>`;
    return sendPage(reply, {
      lang,
      publicUrl,
      here: "/mailbox",
      title: say("title"),
      body: `<h1>${say("title")}</h1><p class="lead">${say("lead")}</p><form class="search"><input type="search" name="q" value="${escapeHtml(q)}" aria-label="${say("search")}" placeholder="${say("search")}"><button>${say("search")}</button></form>${list}`,
    });
  });

  app.get("/mailbox/:id", async (request, reply) => {
    const lang = langOf(request);
    const say = (key: keyof typeof texts) => texts[key][lang === "de" ? 1 : 0];
    const message = mailbox.find((request.params as { id: string }).id);
    if (!message) return reply.code(404).send({ message: "No such mail" });
    const attachments = message.attachments
      .map(
        (each, index) =>
          `<li><a href="/mailbox/${message.id}/attachments/${index}" download>${escapeHtml(each.name)}</a></li>`,
      )
      .join("");
    const content = message.html
      ? `<iframe class="mail" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/mailbox/${message.id}/html" title="${escapeHtml(message.subject)}"></iframe>`
      : `<pre>${linked(message.text)}</pre>`;
    return sendPage(reply, {
      lang,
      publicUrl,
      here: "/mailbox",
      title: message.subject,
      body: `<p><a href="/mailbox">${say("all")}</a></p><h1>${escapeHtml(message.subject)}</h1><div class="sheet"><dl><dt>${say("from")}</dt><dd>${escapeHtml(message.from)}</dd><dt>${say("to")}</dt><dd>${escapeHtml(message.to.join(", "))}</dd></dl>${content}${attachments ? `<h2>${say("attachments")}</h2><ul>${attachments}</ul>` : ""}</div>`,
    });
  });

  app.get("/mailbox/:id/html", async (request, reply) => {
    const message = mailbox.find((request.params as { id: string }).id);
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:",
      )
      .send(message?.html?.replace(/<head>/i, '<head><base target="_top">') ?? "");
  });

  app.get("/mailbox/:id/attachments/:index", async (request, reply) => {
    const { id, index } = request.params as { id: string; index: string };
    const attachment = mailbox.find(id)?.attachments[Number(index)];
    if (!attachment) return reply.code(404).send({ message: "No such attachment" });
    return reply
      .header("content-type", attachment.type)
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
      .header("x-content-type-options", "nosniff")
      .send(Buffer.from(attachment.base64, "base64"));
  });

  app.post("/mailbox/clear", async (_request, reply) => {
    mailbox.clear();
    return reply.redirect("/mailbox", 303);
  });

  app.get("/mailbox/api/messages", async (request): Promise<{ data: Message[] }> => {
    const { to, q } = request.query as { to?: string; q?: string };
    return { data: mailbox.list(to, q).slice(0, 200) };
  });
  app.delete("/mailbox/api/messages", async (_request, reply) => {
    mailbox.clear();
    return reply.code(204).send();
  });
}

/** Addresses in plain text become links. */
const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
