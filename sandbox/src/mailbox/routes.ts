import type { FastifyInstance } from "fastify";
import { localeOf } from "../look/locale.ts";
import { sendPage } from "../look/page.ts";
import type { Mail, MailHead, MailStore } from "./mail-store.ts";
import { mailboxPage, mailPage, unknownMailPage } from "./mailbox-page.ts";

type ById = { Params: { id: string; index: string } };
type Search = { Querystring: { q?: string; to?: string; limit?: string } };

/** A mail in the API for tests. */
const told = (mail: Mail) => ({
  ...mail,
  attachments: mail.attachments.map(({ filename, contentType, size }, index) => ({
    filename,
    contentType,
    size,
    url: `/mailbox/${mail.id}/attachments/${index}`,
  })),
});

const maxPageSize = 100;

/** Images inside a mail are attachments; its links open outside the frame. */
const framed = (mail: Mail): string =>
  `<base target="_blank">${(mail.html ?? "").replace(/\bcid:([^"'\s)>]+)/gi, (whole, id: string) => {
    const index = mail.attachments.findIndex(({ contentId }) => contentId?.replace(/[<>]/g, "") === id);
    return index < 0 ? whole : `/mailbox/${mail.id}/attachments/${index}`;
  })}`;

/** The mailbox's pages and, below `/mailbox/api`, its list for tests. Mails may load images from `publicUrl`. */
export function mailboxRoutes(app: FastifyInstance, mails: MailStore, publicUrl: string): void {
  const find = async (id: string): Promise<Mail | undefined> => mails.find(Number(id));
  const whole = async (heads: MailHead[]) =>
    (await Promise.all(heads.map(({ id }) => mails.find(id)))).filter((mail) => mail !== undefined).map(told);

  app.get<Search>("/mailbox", async (request, reply) => {
    const { q: words = "", to = "" } = request.query;
    const view = { mails: mails.list({ words, to }), count: mails.count(), words, to };
    return sendPage(reply, 200, mailboxPage({ ...view, locale: localeOf(request) }));
  });

  app.get<ById>("/mailbox/:id", async (request, reply) => {
    const mail = await find(request.params.id);
    const locale = localeOf(request);
    if (mail === undefined) return sendPage(reply, 404, unknownMailPage(locale));
    return sendPage(reply, 200, mailPage(locale, mail));
  });

  app.get<ById>("/mailbox/:id/html", async (request, reply) => {
    const mail = await find(request.params.id);
    const policy = [
      "sandbox allow-popups allow-popups-to-escape-sandbox",
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `img-src 'self' data: ${new URL(publicUrl).origin}`,
      "font-src data:",
      "frame-ancestors 'self'",
    ];
    return reply
      .code(mail?.html ? 200 : 404)
      .header("content-security-policy", policy.join("; "))
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(mail?.html ? framed(mail) : "");
  });

  app.get<ById>("/mailbox/:id/attachments/:index", async (request, reply) => {
    const attachment = (await find(request.params.id))?.attachments[Number(request.params.index)];
    if (attachment === undefined) return reply.code(404).send({ message: "There is no such attachment" });
    const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(attachment.contentType);
    return reply
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`)
      .header("content-security-policy", "sandbox; default-src 'none'")
      .header("cross-origin-resource-policy", isPicture ? "cross-origin" : "same-origin")
      .header("x-content-type-options", "nosniff")
      .type(attachment.contentType)
      .send(Buffer.from(attachment.body));
  });

  app.post("/mailbox/empty", async (_request, reply) => {
    mails.removeAll();
    return reply.redirect("/mailbox", 303);
  });

  app.get<Search>("/mailbox/api/messages", async (request) => {
    const { q: words, to, limit = String(maxPageSize) } = request.query;
    const heads = mails.list({ words, to, limit: Math.min(maxPageSize, Number(limit) || maxPageSize) });
    return { data: await whole(heads) };
  });

  app.get<ById>("/mailbox/api/messages/:id", async (request, reply) => {
    const mail = await find(request.params.id);
    return mail === undefined ? reply.code(404).send({ message: "There is no such mail" }) : told(mail);
  });

  app.delete("/mailbox/api/messages", async (_request, reply) => {
    mails.removeAll();
    return reply.code(204).send();
  });
}
