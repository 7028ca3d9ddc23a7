import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import { countAttempt, createCounter, forgiveAttempt } from "../../identity/index.ts";

export type PromotionLimits = {
  /** Counts an entered code of an account before it is looked up. @throws Problem 429 above ten wrong ones an hour */
  countCode(uid: string): Promise<void>;
  /** Takes the last count back, because the code was right. */
  forgiveCode(uid: string): Promise<void>;
};

const hour = 3600;

/** The limit on guessing codes, counted in the database for all processes. */
export function createPromotionLimits(platform: Pick<Platform, "db">): PromotionLimits {
  const codes = createCounter(platform, "promotion-code-of", 10, hour);
  return {
    async countCode(uid) {
      const seconds = await countAttempt(codes, uid);
      if (seconds !== null) throw tooMany(seconds, "promotion.too_many");
    },
    forgiveCode: (uid) => forgiveAttempt(codes, uid),
  };
}
