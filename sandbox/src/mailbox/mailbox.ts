import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { openJsonFile } from "../json-file.ts";

export type Attachment = { name: string; type: string; base64: string };
export type Message = {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  at: string;
  attachments: Attachment[];
};

const mostKept = 1000;
const mostBytes = 25 * 1024 * 1024;

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Receives every mail by SMTP and keeps the last thousand. */
export async function openMailbox(file: string, port: number, host = "127.0.0.1") {
  const store = openJsonFile<{ next: number; messages: Message[] }>(file, { next: 1, messages: [] });

  async function receive(raw: Buffer, recipients: string[]): Promise<void> {
    const mail = await PostalMime.parse(raw);
    store.state.messages.unshift({
      id: String(store.state.next++),
      from: mail.from?.address ?? "",
      to: recipients,
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? null,
      at: new Date().toISOString(),
      attachments: (mail.attachments ?? []).map((each) => ({
        name: each.filename ?? "attachment",
        type: each.mimeType,
        base64: Buffer.from(each.content as ArrayBuffer).toString("base64"),
      })),
    });
    store.state.messages.length = Math.min(mostKept, store.state.messages.length);
    store.changed();
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: mostBytes,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map((each) => each.address);
        receive(Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
  server.on("error", (error) => console.error(`mailbox: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, host, () => resolve());
  });

  return {
    port: (server.server.address() as AddressInfo).port,
    list: (to?: string, search?: string): Message[] => {
      const wanted = search?.toLowerCase();
      return store.state.messages.filter(
        (message) =>
          (!to || message.to.some((address) => address.toLowerCase() === to.toLowerCase())) &&
          (!wanted || `${message.subject} ${message.to.join(" ")} ${message.text}`.toLowerCase().includes(wanted)),
      );
    },
    find: (id: string): Message | null => store.state.messages.find((message) => message.id === id) ?? null,
    clear(): void {
      store.state.messages = [];
      store.changed();
    },
    async close(): Promise<void> {
      store.flush();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
