import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "../config/config.ts";
import type { Log } from "../log.ts";
import { mailBrandOf } from "./mail-content.ts";
import { createMailer } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";
import { testMail } from "./test-mail.ts";

type MailSettings = Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "publicUrl">;

/**
 * Sends the test mail by the given settings, without a running installation.
 * @returns one line that says which server took it
 * @throws Error with one line that says what is wrong, and with which setting
 */
export async function sendTestMail(config: MailSettings, log: Log, to: string, lang: Language): Promise<string> {
  const { smtpUrl, mailFrom } = config;
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new Error(`${to} is not an e-mail address`);
  if (!smtpUrl) throw new Error("SMTP_URL is not set: mails have nowhere to go");
  const server = new URL(smtpUrl).host;
  const mailer = createMailer({ url: smtpUrl, from: mailFrom, log });
  try {
    await mailer.send({ to, ...renderMail(testMail(config, lang), mailBrandOf(config)) });
    return `${server} took the mail to ${to} from ${mailFrom}`;
  } catch (error) {
    throw new Error(failureText(error as SmtpError, server), { cause: error });
  } finally {
    mailer.close();
  }
}

/** What nodemailer adds to its errors: https://nodemailer.com/errors */
type SmtpError = Error & { code?: string; response?: string; command?: string };

/** The password of SMTP_URL is in none of these. */
function failureText({ code, response, command, message }: SmtpError, server: string): string {
  const answer = response ?? message;
  if (code === "EAUTH") return `${server} refused the user name or password of SMTP_URL: ${answer}`;
  if (code === "EDNS") return `The host of SMTP_URL was not found: ${server}`;
  if (code === "ETLS")
    return `No encrypted connection to ${server}: ${answer}. Try smtps:// or another port in SMTP_URL`;
  if (code === "ECONNECTION" || code === "ESOCKET" || code === "ETIMEDOUT") {
    return `${server} does not answer: ${answer}. Check SMTP_URL, and whether a firewall closes the port`;
  }
  if (command === "MAIL FROM") return `${server} refused the sender in MAIL_FROM: ${answer}`;
  return `${server} refused the mail: ${answer}`;
}
