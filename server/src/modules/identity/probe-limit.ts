import { sourceOf } from "@litfass/platform/config/network";
import type { Platform } from "@litfass/platform/platform";
import { countAttempt, counterKey, createCounter } from "./limits.ts";
import { tooManyAttempts } from "./protocol/wire-error.ts";

const probesPerQuarterHour = 100;

/** Limits what one network learns of which addresses have an account: 100 such answers in 15 minutes. */
export type ProbeLimit = {
  /** @throws WireError TOO_MANY_ATTEMPTS_TRY_LATER where the network has had its answers. Counts nothing. */
  check(address: string): Promise<void>;
  /** Counts an answer that says whether there is an account, or a new account. @throws as `check` */
  count(address: string): Promise<void>;
};

export function createProbeLimit(platform: Pick<Platform, "db">): ProbeLimit {
  const counter = createCounter(platform, "account-probe", probesPerQuarterHour, 15 * 60);
  return {
    async check(address) {
      const used = await counter.get(counterKey(sourceOf(address)));
      if (used && used.consumedPoints >= probesPerQuarterHour) throw tooManyAttempts();
    },
    async count(address) {
      if ((await countAttempt(counter, sourceOf(address))) !== null) throw tooManyAttempts();
    },
  };
}
