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
function kept<Thing>(clock: Clock, lifeMs: number) {
  const things = new Map<string, { thing: Thing; until: number }>();
  const find = (name: string): Thing | null => {
    const found = things.get(name);
    return found && found.until > clock.now().getTime() ? found.thing : null;
  };
  return {
    find,
    add(thing: Thing): string {
      const now = clock.now().getTime();
      for (const [name, { until }] of things) if (until <= now) things.delete(name);
      const name = randomBytes(24).toString("base64url");
      things.set(name, { thing, until: now + lifeMs });
      return name;
    },
    drop(isMeant: (thing: Thing) => boolean): void {
      for (const [name, { thing }] of things) if (isMeant(thing)) things.delete(name);
    },
    /** Single use. */
    take(name: string): Thing | null {
      const found = find(name);
      things.delete(name);
      return found;
    },
  };
}

/** From a client's authorization request to the code, the access token, and persistent consents. */
export function createGrants(database: DatabaseSync, clock: Clock) {
  const codes = kept<Grant>(clock, codeMs);
  const tokens = kept<Consent>(clock, tokenMs);
  const consents = openConsents(database, clock);
  return {
    requests: kept<AuthorizationRequest>(clock, requestMs),
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
