import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { createMailer } from "./mailer.ts";
import { sendTestMail } from "./send-test-mail.ts";

/** The minimum protocol of a mail server. */
const talk = (socket: Socket, keep: (mail: string) => void): void => {
  let mail: string | null = null;
  const answer = (line: string) => socket.write(`${line}\r\n`);
  answer("220 test");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    if (mail !== null) {
      mail += chunk;
      if (!mail.endsWith("\r\n.\r\n")) return;
      keep(mail);
      mail = null;
      return answer("250 taken");
    }
    for (const line of chunk.split("\r\n").filter(Boolean)) {
      if (line.startsWith("RCPT TO:<refused")) answer("550 nobody here");
      else if (line.startsWith("MAIL FROM:<refused")) answer("553 not yours");
      else if (line.startsWith("EHLO")) socket.write("250-test\r\n250 AUTH PLAIN\r\n");
      else if (line.startsWith("AUTH")) answer("535 wrong password");
      else if (line === "DATA") {
        mail = "";
        answer("354 go on");
      } else answer(line === "QUIT" ? "221 bye" : "250 fine");
    }
  });
};

let server: Server;
const mails: string[] = [];
const log = createLog({ level: "silent", process: "test" });

beforeAll(async () => {
  server = createServer((socket) => talk(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const mailer = () =>
  createMailer({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: "Litfass <no-reply@example.ch>",
    log,
  });

test("a mail goes out with its sender, texts and attachment", async () => {
  const attachments = [{ filename: "invoice.pdf", content: Buffer.from("%PDF-1.7"), contentType: "application/pdf" }];
  await mailer().send({
    to: "nora@example.ch",
    subject: "Rechnung für März",
    text: "Guten Tag",
    html: "<p>Guten Tag</p>",
    replyTo: "help@example.ch",
    unsubscribe: "https://example.ch/stop",
    oneClick: true,
    attachments,
  });
  expect(mails[0]).toContain("From: Litfass <no-reply@example.ch>");
  expect(mails[0]).toContain("Reply-To: help@example.ch");
  expect(mails[0]).toContain("List-Unsubscribe: <https://example.ch/stop>");
  expect(mails[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(mails[0]).toContain("filename=invoice.pdf");
  expect(mails[0]).toContain(Buffer.from("%PDF-1.7").toString("base64"));
});

const empty = { subject: "", text: "", html: "" };

test("a rejected mail, and one without a mail server, are errors", async () => {
  await expect(mailer().send({ to: "refused@example.ch", ...empty })).rejects.toThrow("nobody here");
  const none = createMailer({ url: null, from: "a@example.ch", log });
  await expect(none.send({ to: "b@example.ch", ...empty })).rejects.toThrow("SMTP_URL is not set");
});

const settings = (changes: { smtpUrl?: string | null; mailFrom?: string } = {}) => ({
  smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
  mailFrom: "Litfass <no-reply@example.ch>",
  mailReplyTo: "help@example.ch",
  publicUrl: "https://ads.example.ch",
  ...changes,
});

test("a test mail says which server accepted it", async () => {
  mails.length = 0;
  expect(await sendTestMail(settings(), log, "me@example.ch", "de")).toMatch(
    /^127\.0\.0\.1:\d+ took the mail to me@example\.ch from Litfass <no-reply@example\.ch>$/,
  );
  expect(mails[0]).toContain("Subject: Test-E-Mail von Litfass");
  expect(mails[0]).toContain("Reply-To: help@example.ch");
});

test("a failed test mail says what to change, without the password", async () => {
  const port = (server.address() as AddressInfo).port;
  const failure = (to: string, changes?: Parameters<typeof settings>[0]) =>
    sendTestMail(settings(changes), log, to, "en").then(
      () => "taken",
      (error: Error) => error.message,
    );
  expect(await failure("me")).toBe('"me" is not an e-mail address');
  expect(await failure("me@example.ch", { smtpUrl: null })).toBe("SMTP_URL is not set: mails have nowhere to go");
  expect(await failure("refused@example.ch")).toMatch(/refused the mail: 550 nobody here$/);
  expect(await failure("me@example.ch", { mailFrom: "refused@example.ch" })).toMatch(
    /refused the sender in MAIL_FROM: 553 not yours$/,
  );
  const wrongPassword = await failure("me@example.ch", { smtpUrl: `smtp://me:hunter2@127.0.0.1:${port}` });
  expect(wrongPassword).toMatch(/refused the user name or password of SMTP_URL: 535 wrong password$/);
  expect(wrongPassword).not.toContain("hunter2");
  expect(await failure("me@example.ch", { smtpUrl: "smtp://127.0.0.1:1" })).toMatch(
    /^127\.0\.0\.1:1 does not answer: /,
  );
});
