import type { Transporter } from "nodemailer";
import type { Log } from "../log/log.ts";
import type { RenderedMail } from "./render-mail.ts";

export type MailAttachment = { filename: string; content: Buffer; contentType: string };
/** A mail as sent by SMTP. `sendMail` creates it, always with HTML and plain text. */
export type Mail = RenderedMail & { to: string; attachments?: MailAttachment[] };

export type Mailer = {
  /** Sends the mail. @throws if the mail server rejects it, so that the calling job is retried. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Mail by SMTP. Without a `url` sending fails with a clear error instead of dropping mails. */
export function createMailer(options: { url: string | null; from: string; log: Log }): Mailer {
  if (!options.url) {
    return {
      send: async () => {
        throw new Error("Mail cannot be sent: SMTP_URL is not set");
      },
      close: () => {},
    };
  }
  const { url } = options;
  let transport: Promise<Transporter> | null = null;
  return {
    async send({ unsubscribe, oneClick, ...mail }) {
      // A library that could not be loaded is loaded again with the next mail.
      transport ??= connect(url, options.from).catch((error: unknown) => {
        transport = null;
        throw error;
      });
      const list = unsubscribe ? { list: { unsubscribe } } : {};
      const post = oneClick ? { headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } } : {};
      const sent = await (await transport).sendMail({ ...mail, ...list, ...post });
      options.log.info({ messageId: sent.messageId, subject: mail.subject }, "mail sent");
    },
    close: () => void transport?.then((opened) => opened.close()).catch(() => {}),
  };
}

const timeoutMs = 15_000;

/** The library is loaded with the first mail. */
async function connect(url: string, from: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(
    {
      url,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    { from },
  );
}
