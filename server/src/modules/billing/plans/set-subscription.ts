import type { PlanId } from "@litfass/contract/billing/billing";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { pricesIn } from "@litfass/contract/settings/price-list";
import type { Subscription } from "@litfass/contract/users/users";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { creditPlan } from "../ledger/credit.ts";
import { entryOfKey } from "../ledger/ledger-sql.ts";
import { effectKey, postedBy } from "../posted-by.ts";
import { subscriptionOf } from "./account-money.ts";
import { bookPlan } from "./book-plan.ts";
import { bookedOf, bookingPriceMicros } from "./plan.ts";
import { bookingName } from "./plan-texts.ts";

/** `priceMicros` and `months` pin the price and the term while a second person decides. */
type Booking = { user: string; plan: PlanId; priceMicros?: string; months?: number };

/**
 * Books a plan for a user on behalf of an admin: its term and the plan's budget, granted by the operator
 * (API-USER-023, PAY-003). The current plan is extended, another one replaces it. @throws 404, and 422 if the user is
 * staff.
 */
export const setSubscription = command({
  name: "billing.set_subscription",
  errors: ["not_found"],
  async money({ ctx, input }: CommandCall<Booking>): Promise<MoneyEffect | null> {
    if ((await entryOfKey(ctx.tx, effectKey(ctx, "plan"))) !== null) return null;
    const user = await customerOf(ctx, input.user);
    const { amountMicros, months } = await termsOf(ctx, user, input);
    return {
      direction: "credit",
      customerUid: user.uid,
      currency: currencyOf(user),
      amountMicros,
      description: bookingName({ plan: input.plan, months }, ctx.lang),
      input: { ...input, priceMicros: amountMicros.toString(), months },
    };
  },
  async run({ ctx, input }: CommandCall<Booking>): Promise<{ user: string; subscription: Subscription }> {
    const { tx } = ctx;
    const at = ctx.clock.now();
    const user = await customerOf(ctx, input.user);
    const { uid } = user;
    const before = await subscriptionOf(tx, uid, at);
    const key = effectKey(ctx, "plan");
    const by = postedBy(ctx);
    const { amountMicros, months } = await termsOf(ctx, user, input);
    const { posted } = await creditPlan(tx, {
      ...by,
      ownerUid: uid,
      currency: currencyOf(user),
      amountMicros,
      key,
      details: { ...by.details, plan: input.plan, months },
    });
    await bookPlan(tx, { ownerUid: uid, plan: input.plan, months, key, at });
    const after = await subscriptionOf(tx, uid, at);
    if (posted) {
      const changes = changesBetween(planOf(before), planOf(after));
      await ctx.audit.record({ subjectUid: uid, action: "plan_changed", changes });
    } else ctx.audit.unchanged("the plan was booked by an earlier call with this key");
    return { user: uid, subscription: after };
  },
});

async function customerOf({ tx }: CommandContext, uid: string): Promise<UserRow> {
  const user = await findUser(tx, uid);
  if (!user) throw notFound();
  if (!isCustomer(user.role)) throw invalid({ plan: ["rule.oneOf"] });
  return user;
}

async function termsOf({ tx }: CommandContext, user: UserRow, { plan, priceMicros, months }: Booking) {
  if (priceMicros !== undefined) return { amountMicros: BigInt(priceMicros), ...bookedOf(plan, months) };
  const prices = pricesIn(await findPrices(tx), currencyOf(user));
  return { amountMicros: bookingPriceMicros(plan, prices), months: prices.plans[plan].term_months };
}

const planOf = ({ is_exists, plan, end_at }: Subscription) => ({
  plan: is_exists ? plan : null,
  end_at: is_exists ? end_at : null,
});
