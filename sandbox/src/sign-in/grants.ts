import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { type Consent, isSameConsent, openConsents } from "./consents.ts";
import type { Person } from "./people.ts";

/** The client's authorization request. */
export type AuthorizationRequest = {
  provider: string;
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string | null;
  scope: string;
  codeChallenge: string;
  /** The client requests offline access. */
  lasting: boolean;
};

export type Grant = AuthorizationRequest & { person: Person };

const minute = 60_000;
const requestMs = 10 * minute;
const codeMs = minute;
const tokenMs = 60 * minute;

/** Short-lived entries by an unguessable name. In memory: a restart cancels pending sign-ins. */
function shortLived<Entry>(clock: Clock, lifeMs: number) {
  const entries = new Map<string, { entry: Entry; until: number }>();
  const find = (name: string): Entry | null => {
    const found = entries.get(name);
    return found && found.until > clock.now().getTime() ? found.entry : null;
  };
  return {
    find,
    add(entry: Entry): string {
      const now = clock.now().getTime();
      for (const [name, { until }] of entries) if (until <= now) entries.delete(name);
      const name = randomBytes(24).toString("base64url");
      entries.set(name, { entry, until: now + lifeMs });
      return name;
    },
    drop(matches: (entry: Entry) => boolean): void {
      for (const [name, { entry }] of entries) if (matches(entry)) entries.delete(name);
    },
    /** Single use. */
    take(name: string): Entry | null {
      const found = find(name);
      entries.delete(name);
      return found;
    },
  };
}

/** From a client's authorization request to the code, the access token, and persistent consents. */
export function createGrants(database: DatabaseSync, clock: Clock) {
  const codes = shortLived<Grant>(clock, codeMs);
  const tokens = shortLived<Consent>(clock, tokenMs);
  const consents = openConsents(database, clock);
  return {
    requests: shortLived<AuthorizationRequest>(clock, requestMs),
    codes,
    tokens,
    consents,
    /** The owner of an access token, hourly or persistent. */
    holderOf: (token: string): Consent | null => tokens.find(token) ?? consents.find(token, "access"),
    /** Revokes everything a person granted a client at a provider. */
    revoke(consent: Consent): void {
      tokens.drop((grant) => isSameConsent(grant, consent));
      consents.remove(consent);
    },
    /** The grant of a code with an access token. Null unless client, URL and PKCE verifier match the request. */
    redeem(
      code: string,
      by: { provider: string; clientId: string; redirectUri: string; verifier: string },
    ): { grant: Grant; accessToken: string } | null {
      const grant = codes.take(code);
      const isSame =
        grant?.provider === by.provider &&
        grant.clientId === by.clientId &&
        grant.redirectUri === by.redirectUri &&
        grant.codeChallenge === createHash("sha256").update(by.verifier).digest("base64url");
      return grant && isSame ? { grant, accessToken: tokens.add(grant) } : null;
    },
  };
}
export type Grants = ReturnType<typeof createGrants>;
