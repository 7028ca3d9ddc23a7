import type { Language } from "@litfass/contract/kernel/language";
import { defaultBrand } from "@litfass/contract/settings/default-settings";
import type { Config } from "../config/config.ts";
import type { Log } from "../log/log.ts";
import { type MailBrand, type MailContent, mailBrandOf } from "./mail-content.ts";
import { createMailer } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";
import { testMail } from "./test-mail.ts";

export type MailSettings = Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "publicUrl">;

/**
 * Sends the test mail with the given settings, without a running installation.
 * @returns one line that names the accepting server
 * @throws Error with one line that explains the problem and names the setting
 */
export async function sendTestMail(config: MailSettings, log: Log, to: string, lang: Language): Promise<string> {
  const server = await sendWithSettings(config, log, to, (brand) => testMail(brand, lang));
  return `${server} took the mail to ${to} from ${config.mailFrom}`;
}

/**
 * Sends a mail with the given settings, without a running installation or its database.
 * @returns the host of the accepting server
 * @throws Error with one line that explains the problem and names the setting
 */
export async function sendWithSettings(
  config: MailSettings,
  log: Log,
  to: string,
  contentOf: (brand: MailBrand) => MailContent,
): Promise<string> {
  const { smtpUrl, mailFrom } = config;
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new Error(`"${to}" is not an e-mail address`);
  if (!smtpUrl) throw new Error("SMTP_URL is not set: mails have nowhere to go");
  const server = new URL(smtpUrl).host;
  const mailer = createMailer({ url: smtpUrl, from: mailFrom, log });
  try {
    const brand = mailBrandOf(defaultBrand(config), config.publicUrl);
    await mailer.send({ to, ...renderMail(contentOf(brand), brand) });
    return server;
  } catch (error) {
    throw failureOf(error as SmtpError, server);
  } finally {
    mailer.close();
  }
}

/** Fields that nodemailer adds to its errors: https://nodemailer.com/errors */
type SmtpError = Error & { code?: string; response?: string; command?: string };

/** The password of SMTP_URL is in none of these. */
function failureOf(error: SmtpError, server: string): Error {
  const { code, response, command, message } = error;
  const answer = response ?? message;
  const cause = { cause: error };
  if (code === "EAUTH") return new Error(`${server} refused the user name or password of SMTP_URL: ${answer}`, cause);
  if (code === "EDNS") return new Error(`The host of SMTP_URL was not found: ${server}`, cause);
  if (code === "ETLS") {
    return new Error(
      `No encrypted connection to ${server}: ${answer}. Try another port, or smtps:// in SMTP_URL`,
      cause,
    );
  }
  if (code === "ECONNECTION" || code === "ESOCKET" || code === "ETIMEDOUT") {
    return new Error(`${server} does not answer: ${answer}. Check SMTP_URL, and whether the port is open`, cause);
  }
  if (command === "MAIL FROM") return new Error(`${server} refused the sender in MAIL_FROM: ${answer}`, cause);
  return new Error(`${server} refused the mail: ${answer}`, cause);
}
