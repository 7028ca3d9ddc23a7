import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { type Consent, isSameConsent, openConsents } from "./consents.ts";
import type { Person } from "./people.ts";

/** What a client asked for when it sent somebody here. */
export type AuthorizationRequest = {
  provider: string;
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string | null;
  scope: string;
  codeChallenge: string;
  /** The client wants access for longer than an hour. */
  lasting: boolean;
};

export type Grant = AuthorizationRequest & { person: Person };

const minute = 60_000;
const requestMs = 10 * minute;
const codeMs = minute;
const tokenMs = 60 * minute;

/** Things that are good for a while, by a name that nobody guesses. Kept in memory: a restart ends what was begun. */
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
    /** Once only. */
    take(name: string): Thing | null {
      const found = find(name);
      things.delete(name);
      return found;
    },
  };
}

/** From the authorization request of a client over the code to the access token, and the consents that last. */
export function createGrants(database: DatabaseSync, clock: Clock) {
  const codes = kept<Grant>(clock, codeMs);
  const tokens = kept<Consent>(clock, tokenMs);
  const consents = openConsents(database, clock);
  return {
    requests: kept<AuthorizationRequest>(clock, requestMs),
    codes,
    tokens,
    consents,
    /** Whose an access token is: one of an hour, or one of a consent that lasts. */
    holderOf: (token: string): Consent | null => tokens.find(token) ?? consents.find(token, "access"),
    /** Takes back everything that a person gave a client at a provider. */
    revoke(consent: Consent): void {
      tokens.drop((grant) => isSameConsent(grant, consent));
      consents.remove(consent);
    },
    /** The grant of a code, with an access token. Null unless client, address and PKCE verifier are those of the request. */
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
