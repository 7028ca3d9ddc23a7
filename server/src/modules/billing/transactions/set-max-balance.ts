import { microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { currencyOf, findUser } from "../../users/index.ts";
import { findCeiling, saveCeiling } from "../manager-sql.ts";
import { lockOwner } from "../plans/subscription-sql.ts";

/** Sets the maximum balance of an account manager, in minor units. @throws 404, and 422 for any other role. */
export const setMaxBalance = command({
  name: "billing.set_max_balance",
  errors: ["not_found"],
  async run({ ctx, input: { user: uid, maxBalance } }: CommandCall<{ user: string; maxBalance: number }>) {
    const { tx } = ctx;
    const user = await findUser(tx, uid);
    if (!user) throw notFound();
    if (user.role !== "sales") throw invalid({ maxBalance: ["max_balance.sales_only"] });
    const values = {
      currency: currencyOf(user),
      ceilingMicros: microsOfMinor(maxBalance),
      setBy: callerOf(ctx.actor).uid,
      setAt: ctx.clock.now(),
    };
    await lockOwner(tx, uid);
    const earlier = await findCeiling(tx, uid);
    await saveCeiling(tx, { ownerUid: uid, ...values });
    const before = earlier && { amount: minorOfMicros(earlier.ceilingMicros), currency: earlier.currency };
    const after = { amount: maxBalance, currency: values.currency };
    await ctx.audit.record({
      subjectUid: uid,
      action: "max_balance_changed",
      changes: [{ field: "maxBalance", before: before ?? null, after }],
    });
    return { user: uid, maxBalance, currency: values.currency, set_at: values.setAt.toISOString() };
  },
});
