import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { type Person, people } from "./people.ts";

/** The scopes a person granted a client at a provider. */
export type Consent = { provider: string; clientId: string; scope: string; person: Person };

export const isSameConsent = (a: Consent, b: Consent): boolean =>
  a.provider === b.provider && a.clientId === b.clientId && a.person.id === b.person.id;

type Kind = "refresh" | "access";
type Row = { provider: string; client_id: string; scope: string; person: string };

/** Persistent consents: refresh tokens, and access tokens valid for weeks. */
export function openConsents(database: DatabaseSync, clock: Clock) {
  database.exec(`create table if not exists consents (token text primary key, kind text not null,
    provider text not null, client_id text not null, scope text not null, person text not null, until integer not null)`);
  return {
    add({ provider, clientId, scope, person }: Consent, kind: Kind, lifeMs: number): string {
      const token = randomBytes(32).toString("base64url");
      database
        .prepare("insert into consents values (?, ?, ?, ?, ?, ?, ?)")
        .run(token, kind, provider, clientId, scope, person.id, clock.now().getTime() + lifeMs);
      return token;
    },
    find(token: string, kind: Kind): Consent | null {
      const row = database
        .prepare("select provider, client_id, scope, person from consents where token = ? and kind = ? and until > ?")
        .get(token, kind, clock.now().getTime()) as Row | undefined;
      const person = people.find(({ id }) => id === row?.person);
      return row && person ? { provider: row.provider, clientId: row.client_id, scope: row.scope, person } : null;
    },
    remove({ provider, clientId, person }: Consent): void {
      database
        .prepare("delete from consents where provider = ? and client_id = ? and person = ?")
        .run(provider, clientId, person.id);
    },
  };
}
