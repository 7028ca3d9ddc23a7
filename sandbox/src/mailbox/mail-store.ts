import type { DatabaseSync } from "node:sqlite";
import PostalMime from "postal-mime";
import type { Clock } from "../clock.ts";

/** A mail in a list. */
export type MailHead = {
  id: number;
  receivedAt: string;
  from: string;
  /** All recipients, including hidden ones. */
  to: string[];
  subject: string;
};

export type Attachment = {
  filename: string;
  contentType: string;
  size: number;
  contentId: string | null;
  body: Uint8Array;
};

export type Mail = MailHead & { text: string; html: string | null; attachments: Attachment[] };

export type MailQuery = { to?: string | undefined; words?: string | undefined; limit?: number };

export type MailStore = {
  /** Stores a received mail; the oldest is removed. */
  add(source: Buffer, from: string, to: string[]): Promise<number>;
  /** Newest first. `to` is a complete address, `words` a part of subject, sender, recipient or text. */
  list(query: MailQuery): MailHead[];
  /** Undefined for an unknown number. */
  find(id: number): Promise<Mail | undefined>;
  count(): number;
  removeAll(): void;
};

const maxMails = 1000;
const usualRows = 100;
const like = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Received mails in one table. */
export function mailStore(database: DatabaseSync, clock: Clock): MailStore {
  database.exec(`create table if not exists mails (
    id integer primary key autoincrement, received_at text not null, sender text not null, receivers text not null,
    subject text not null, words text not null, source blob not null)`);
  const insert = database.prepare(
    "insert into mails (received_at, sender, receivers, subject, words, source) values (?, ?, ?, ?, ?, ?)",
  );
  const trim = database.prepare("delete from mails where id <= (select max(id) from mails) - ?");
  const select = database.prepare(
    `select id, received_at, sender, receivers, subject from mails
     where (? = '' or instr(receivers, ?) > 0) and (? = '' or words like ? escape '\\') order by id desc limit ?`,
  );
  const one = database.prepare("select * from mails where id = ?");
  const counter = database.prepare("select count(*) as number from mails");

  const headOf = (row: Record<string, unknown>): MailHead => ({
    id: Number(row.id),
    receivedAt: String(row.received_at),
    from: String(row.sender),
    to: String(row.receivers).split("\n").filter(Boolean),
    subject: String(row.subject),
  });

  return {
    async add(source, from, to) {
      const mail = await PostalMime.parse(source);
      const subject = mail.subject ?? "";
      const receivers = `\n${to.map((address) => address.toLowerCase()).join("\n")}\n`;
      const words = [subject, from, ...to, mail.text ?? "", mail.html ?? ""].join(" ").toLowerCase();
      const { lastInsertRowid } = insert.run(clock.now().toISOString(), from, receivers, subject, words, source);
      trim.run(maxMails);
      return Number(lastInsertRowid);
    },
    list({ to = "", words = "", limit = usualRows }) {
      const receiver = to === "" ? "" : `\n${to.trim().toLowerCase()}\n`;
      return select.all(receiver, receiver, words, like(words.toLowerCase()), Math.min(limit, maxMails)).map(headOf);
    },
    async find(id) {
      const row = one.get(id);
      if (row === undefined) return undefined;
      const mail = await PostalMime.parse(row.source as Uint8Array);
      const attachments = mail.attachments.map(({ filename, mimeType, content, contentId }, at): Attachment => {
        const body = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
        const name = filename ?? `attachment-${at + 1}`;
        return { filename: name, contentType: mimeType, size: body.length, contentId: contentId ?? null, body };
      });
      return { ...headOf(row), text: mail.text ?? "", html: mail.html ?? null, attachments };
    },
    count: () => Number(counter.get()?.number),
    removeAll: () => database.exec("delete from mails"),
  };
}
