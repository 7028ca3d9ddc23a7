import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Person } from "./people.ts";

/** What a client asked for when it sent somebody here. */
export type Wish = {
  provider: string;
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string | null;
  scope: string;
  codeChallenge: string;
};

export type Grant = Wish & { person: Person };

const minute = 60_000;
const wishMs = 10 * minute;
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
    /** Once only. */
    take(name: string): Thing | null {
      const found = find(name);
      things.delete(name);
      return found;
    },
  };
}

/** From the wish of a client over the code to the access token. */
export function createGrants(clock: Clock) {
  const codes = kept<Grant>(clock, codeMs);
  const tokens = kept<Grant>(clock, tokenMs);
  return {
    wishes: kept<Wish>(clock, wishMs),
    codes,
    tokens,
    /** The grant of a code, with an access token. Null unless client, address and PKCE verifier are those of the wish. */
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
