import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { CardError } from "./card-error.ts";

export type StoredAnswer = { status: number; body: string; requestId: string };

export type Idempotency = {
  /** The response stored for this key. @throws CardError if the key was used for another request. */
  find(key: string, request: string): StoredAnswer | undefined;
  store(key: string, request: string, answer: StoredAnswer): void;
};

const lifeMs = 24 * 60 * 60_000;

/** The same key and request return the same response for a day. `request` is method, path and body. */
export function idempotency(database: DatabaseSync, clock: Clock): Idempotency {
  database.exec(`create table if not exists idempotent_answers (
    key text primary key, request text not null, status integer not null, body text not null, request_id text not null,
    stored_at integer not null)`);
  const one = database.prepare("select * from idempotent_answers where key = ? and stored_at > ?");
  const insert = database.prepare("insert or replace into idempotent_answers values (?, ?, ?, ?, ?, ?)");
  const erase = database.prepare("delete from idempotent_answers where stored_at <= ?");
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  return {
    find(key, request) {
      const row = one.get(key, clock.now().getTime() - lifeMs);
      if (row === undefined) return undefined;
      if (row.request !== hash(request)) {
        throw new CardError(400, {
          type: "idempotency_error",
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) };
    },
    store(key, request, { status, body, requestId }) {
      erase.run(clock.now().getTime() - lifeMs);
      insert.run(key, hash(request), status, body, requestId, clock.now().getTime());
    },
  };
}
