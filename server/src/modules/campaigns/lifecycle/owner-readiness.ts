import { accountRestriction, type UserRow } from "../../users/index.ts";
import type { ReadinessFacts } from "./readiness.ts";

/** Whether an owner's account may spend money on campaigns. */
export function ownerReadiness(
  owner: UserRow | null | undefined,
): Pick<ReadinessFacts, "ownerFilled" | "ownerAcceptedTerms"> {
  const restriction = owner ? accountRestriction(owner) : null;
  return {
    ownerFilled: Boolean(owner) && !["disabled", "unverified", "unfilled"].includes(restriction ?? ""),
    ownerAcceptedTerms: Boolean(owner) && restriction !== "terms",
  };
}
