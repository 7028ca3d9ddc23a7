import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, tooMany } from "@litfass/platform/problem";
import { unseal } from "@litfass/platform/security/sealing";
import { admitAttempt, counterKey, createCounter } from "../limits.ts";
import { recoveryCodeHash, stepOfCode } from "./authenticator.ts";
import { findSecondFactor, takeStep, useRecoveryCode } from "./second-factor-sql.ts";

export const secretPurpose = "litfass second factor";
const quarterSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;
/** Three of a million codes count at a time: these limits leave a guesser less than one chance in 10'000 a day. */
const failuresPerQuarter = 5;
const failuresPerDay = 30;

export type CheckSecondFactor = (
  uid: string,
  code: string,
  options?: { confirming?: boolean; recovery?: boolean },
) => Promise<void>;

/**
 * Checks a code of the app or a recovery code and uses it up. An attempt counts before it is compared, so that guesses
 * made at once cannot slip through. `confirming`: the factor is only begun; `recovery`: recovery codes count too.
 * @throws Problem 422 at `code`, 429 after 5 wrong ones in 15 minutes or 30 in a day, 409 where there is no such factor
 */
export function createCheckSecondFactor(platform: Platform): CheckSecondFactor {
  const { db, clock, config } = platform;
  const quarter = createCounter(platform, "second-factor", failuresPerQuarter, quarterSeconds);
  const day = createCounter(platform, "second-factor-day", failuresPerDay, daySeconds);
  return async (uid, code, { confirming = false, recovery = false } = {}) => {
    const factor = await findSecondFactor(db, uid);
    if (!factor || (factor.confirmedAt === null) !== confirming) throw conflict("second_factor_state");
    if (!(await admitAttempt(quarter, uid))) throw tooMany(quarterSeconds);
    if (!(await admitAttempt(day, uid))) throw tooMany(daySeconds);
    const secret = unseal(factor.sealedSecret, config.secrets.signing, secretPurpose);
    const now = clock.now();
    const good =
      (secret !== null && (await isFreshCode(db, uid, secret, code, now))) ||
      (recovery && (await useRecoveryCode(db, uid, recoveryCodeHash(code), now)));
    if (!good) throw invalid({ code: ["second_factor.wrong"] });
    await quarter.delete(counterKey(uid));
    await day.reward(counterKey(uid));
  };
}

async function isFreshCode(db: Executor, uid: string, secret: string, code: string, now: Date): Promise<boolean> {
  const step = stepOfCode(secret, code, now);
  return step !== null && takeStep(db, uid, step);
}
