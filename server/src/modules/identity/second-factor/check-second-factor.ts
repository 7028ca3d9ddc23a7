import type { CommandContext } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, tooMany } from "@litfass/platform/problem";
import { unseal } from "@litfass/platform/security/sealing";
import { admitAttempt, counterKey, createCounter } from "../limits.ts";
import { recoveryCodeHash, stepOfCode } from "./authenticator.ts";
import { findSecondFactor, takeStep, useRecoveryCode } from "./second-factor-sql.ts";

export const secretPurpose = "litfass second factor";
const quarterSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;
/**
 * Three of a million codes are valid at a time: these limits leave an attacker less than one chance in 10'000 a day.
 */
const failuresPerQuarter = 5;
const failuresPerDay = 30;

/** Limits how often a user's codes can be guessed. */
export type SecondFactorGuard = {
  /**
   * Counts an attempt before the code is compared, so that concurrent guesses cannot slip through. `confirming`: the
   * factor is still being set up.
   * @throws Problem 409 if there is no factor in that state, 429 after 5 wrong codes in 15 minutes or 30 in a day
   */
  admit(uid: string, options?: { confirming?: boolean }): Promise<void>;
  /** The code was right: reverts the count. */
  succeeded(uid: string): Promise<void>;
};

export function createSecondFactorGuard(platform: Pick<Platform, "db">): SecondFactorGuard {
  const quarter = createCounter(platform, "second-factor", failuresPerQuarter, quarterSeconds);
  const day = createCounter(platform, "second-factor-day", failuresPerDay, daySeconds);
  return {
    async admit(uid, { confirming = false } = {}) {
      const factor = await findSecondFactor(platform.db, uid);
      if (!factor || (factor.confirmedAt === null) !== confirming) throw conflict("second_factor_state");
      if (!(await admitAttempt(quarter, uid))) throw tooMany(quarterSeconds);
      if (!(await admitAttempt(day, uid))) throw tooMany(daySeconds);
    },
    async succeeded(uid) {
      await quarter.delete(counterKey(uid));
      await day.reward(counterKey(uid));
    },
  };
}

type CodeContext = Pick<
  CommandContext<{ identity: { secondFactor: SecondFactorGuard } }>,
  "tx" | "clock" | "config" | "services" | "afterCommit"
>;

/**
 * Uses up a code of the app, or a recovery code if accepted, in the transaction of its effect. Call the guard's
 * `admit` before the command.
 * @throws Problem 422 at `code`, 409 if there is no factor
 */
export async function useSecondFactorCode(
  { tx, clock, config, services, afterCommit }: CodeContext,
  uid: string,
  code: string,
  { confirming = false, acceptsRecoveryCode = false }: { confirming?: boolean; acceptsRecoveryCode?: boolean } = {},
): Promise<void> {
  const factor = await findSecondFactor(tx, uid);
  if (!factor || (factor.confirmedAt === null) !== confirming) throw conflict("second_factor_state");
  const secret = unseal(factor.sealedSecret, config.secrets.signing, secretPurpose);
  const now = clock.now();
  const step = secret === null ? null : stepOfCode(secret, code, now);
  const isRight =
    (step !== null && (await takeStep(tx, uid, step))) ||
    (acceptsRecoveryCode && (await useRecoveryCode(tx, uid, recoveryCodeHash(code), now)));
  if (!isRight) throw invalid({ code: ["second_factor.wrong"] });
  afterCommit(() => services.identity.secondFactor.succeeded(uid));
}
