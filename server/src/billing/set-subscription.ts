import type { PlanId } from "@litfass/contract/billing";
import type { Caller } from "@litfass/contract/roles";
import { isCustomer } from "@litfass/contract/roles";
import type { Subscription } from "@litfass/contract/users";
import { changesBetween, recordAudit } from "../platform/audit.ts";
import type { Platform } from "../platform/platform.ts";
import { invalid, notFound } from "../platform/problem.ts";
import { currencyOf, findUser } from "../users/index.ts";
import { bookPlan, subscriptionOf } from "./book-plan.ts";
import { creditPlan } from "./credit.ts";
import { planFigures } from "./plan.ts";

/**
 * Books a plan for a user by an admin: three months and the plan's budget, which the house gives (API-USER-023,
 * PAY-003). The running plan is prolonged, another one replaces it. @throws 404, and 422 where the user is staff.
 */
export async function setSubscription(
  platform: Platform,
  caller: Caller,
  uid: string,
  plan: PlanId,
  key: string,
): Promise<Subscription> {
  const at = platform.clock.now();
  return platform.db.transaction(async (tx) => {
    const user = await findUser(tx, uid);
    if (!user) throw notFound();
    if (!isCustomer(user.role)) throw invalid({ plan: ["rule.oneOf"] });
    const before = await subscriptionOf(tx, uid, at);
    const { posted } = await creditPlan(tx, {
      ownerUid: uid,
      currency: currencyOf(user.countryCode),
      amountMicros: planFigures(plan).priceMicros,
      key,
      details: { plan },
      actorUid: caller.uid,
      at,
    });
    await bookPlan(tx, { ownerUid: uid, plan, key, at });
    const after = await subscriptionOf(tx, uid, at);
    if (posted) {
      const changes = changesBetween(planOf(before), planOf(after));
      await recordAudit(tx, { at, actorUid: caller.uid, subjectUid: uid, action: "plan_changed", changes });
    }
    return after;
  });
}

const planOf = ({ is_exists, plan, end_at }: Subscription) => ({
  plan: is_exists ? plan : null,
  end_at: is_exists ? end_at : null,
});
