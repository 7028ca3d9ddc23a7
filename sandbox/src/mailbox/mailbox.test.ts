import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import nodemailer, { type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/start-test-sandbox.ts";

const folder = mkdtempSync(path.join(tmpdir(), "mailbox-"));
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox({ dataDir: folder });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

type Message = {
  id: number;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
};

const send = (mail: SendMailOptions) =>
  nodemailer
    .createTransport(`smtp://127.0.0.1:${sandbox.smtpPort}`)
    .sendMail({ from: "litfass@demo.example", ...mail });

const messages = async (query = ""): Promise<Message[]> => {
  const answer = await fetch(`${sandbox.url}/mailbox/api/messages${query}`);
  return ((await answer.json()) as { data: Message[] }).data;
};

test("[HTTP-009] tests and browsers can read a mail with its attachment", async () => {
  const pdf = Buffer.from("%PDF-1.7 not really");
  await send({
    to: "Nora@B.example",
    subject: "Rechnung für Zürich",
    text: "Guten Tag",
    html: '<h1>Guten Tag</h1><script>alert(1)</script><img src="cid:logo"><a href="http://localhost/x">x</a>',
    attachments: [
      { filename: "Rechnung ü.pdf", content: pdf, contentType: "application/pdf" },
      { filename: "logo.png", content: Buffer.from("png"), cid: "logo", contentType: "image/png" },
    ],
  });
  const [mail] = await messages("?to=nora@b.example");
  expect(mail).toMatchObject({ subject: "Rechnung für Zürich", to: ["nora@b.example"] });
  expect(mail!.text).toContain("Guten Tag");
  const file = mail!.attachments.find(({ filename }) => filename.endsWith(".pdf"));
  expect(file).toMatchObject({ filename: "Rechnung ü.pdf", contentType: "application/pdf", size: pdf.length });
  const download = await fetch(`${sandbox.url}${file!.url}`);
  expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true);
  expect(download.headers.get("content-disposition")).toContain("attachment; filename*=UTF-8''Rechnung%20%C3%BC.pdf");

  const page = await (await fetch(`${sandbox.url}/mailbox/${mail!.id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain("<strong>Sandbox</strong>");
  expect(page).not.toContain("alert(1)");
  const framed = await fetch(`${sandbox.url}/mailbox/${mail!.id}/html`);
  expect(framed.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups.*default-src 'none'/);
  expect(await framed.text()).toMatch(new RegExp(`src="/mailbox/${mail!.id}/attachments/[01]"`));
});

test("hidden recipients, search and unknown mails", async () => {
  await send({ to: "a@b.example", bcc: "hidden@b.example", subject: "100% sure_thing", text: "Words in the text" });
  await send({ to: "other@b.example", subject: "Else", text: "…" });
  expect((await messages("?to=hidden@b.example")).map(({ subject }) => subject)).toEqual(["100% sure_thing"]);
  expect(await messages("?to=b.example")).toEqual([]);
  expect((await messages("?q=words%20in")).map(({ subject }) => subject)).toEqual(["100% sure_thing"]);
  expect((await messages("?q=100%25")).map(({ subject }) => subject)).toEqual(["100% sure_thing"]);
  expect((await messages("?limit=1")).map(({ subject }) => subject)).toEqual(["Else"]);
  const list = await (await fetch(`${sandbox.url}/mailbox?locale=de&q=sure_`)).text();
  expect(list).toContain("100% sure_thing");
  expect(list).not.toContain(">Else<");
  expect((await fetch(`${sandbox.url}/mailbox/99999`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/mailbox/api/messages/x`)).status).toBe(404);
});

test("mails survive a restart, and can be deleted", async () => {
  const before = await messages();
  expect(before.length).toBeGreaterThan(0);
  await sandbox.stop();
  sandbox = await startTestSandbox({ dataDir: folder });
  expect((await messages()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect((await fetch(`${sandbox.url}/mailbox/api/messages`, { method: "DELETE" })).status).toBe(204);
  expect(await messages()).toEqual([]);
  expect(await (await fetch(`${sandbox.url}/mailbox`)).text()).toContain("No mails yet.");
});
