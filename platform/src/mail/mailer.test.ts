import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createMailer } from "./mailer.ts";

/** The least that a mail server must say. */
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
    attachments,
  });
  expect(mails[0]).toContain("From: Litfass <no-reply@example.ch>");
  expect(mails[0]).toContain("filename=invoice.pdf");
  expect(mails[0]).toContain(Buffer.from("%PDF-1.7").toString("base64"));
});

test("a mail that is not taken, and one without a mail server, are errors", async () => {
  await expect(mailer().send({ to: "refused@example.ch", subject: "", text: "" })).rejects.toThrow("nobody here");
  const none = createMailer({ url: null, from: "a@example.ch", log });
  await expect(none.send({ to: "b@example.ch", subject: "", text: "" })).rejects.toThrow("SMTP_URL is not set");
});
