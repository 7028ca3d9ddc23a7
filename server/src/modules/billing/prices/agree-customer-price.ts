import type { NewCustomerPrice } from "@litfass/contract/billing/billing";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { dayOf, formatDay } from "../invoices/invoice.ts";
import { lockOwner } from "../plans/subscription-sql.ts";
import { t } from "../texts.ts";
import { type AgreedPrice, estimatedValue } from "./customer-price.ts";
import { agreedAlone, insertAgreed, lockAgreed, overlapsAgreed } from "./customer-price-sql.ts";
import { paidSince } from "./purchase-sql.ts";

type Agreement = NewCustomerPrice & { user: string };
type Call = CommandCall<Agreement>;

const yearMs = 365 * 86_400_000;

/**
 * Agrees on discounts with a customer for some days. Nobody knows what they will buy, so that an estimate of its value
 * decides whether a second person approves it; what one person alone agreed with the customer in a year adds up.
 * @throws 404, 422 if the user is staff, if another agreement applies on these days, or if the last day is over.
 */
export const agreeCustomerPrice = command({
  name: "billing.agree_customer_price",
  errors: ["not_found"],
  async money({ ctx, input }: Call): Promise<MoneyEffect> {
    // Serializes concurrent agreements, so that each sees the other.
    await lockOwner(ctx.tx, input.user);
    const user = await checkNew(ctx, input);
    const since = new Date(ctx.clock.now().getTime() - yearMs);
    return {
      direction: "credit",
      customerUid: user.uid,
      currency: currencyOf(user),
      amountMicros: await worthOf(ctx, user, input),
      alongMicros: await agreedAlone(ctx.tx, { ownerUid: user.uid, createdBy: callerOf(ctx.actor).uid, since }),
      description: t(ctx.lang, "discount.request", {
        cpm: input.cpm_percent,
        plans: input.plan_percent,
        first: formatDay(input.first_on),
        last: formatDay(input.last_on),
        reason: input.reason,
      }),
    };
  },
  async run({ ctx, input }: Call): Promise<AgreedPrice> {
    const { tx, approval } = ctx;
    await lockOwner(tx, input.user);
    const user = await checkNew(ctx, input);
    const requestedBy = approval?.requestedBy ?? callerOf(ctx.actor).uid;
    const id = await insertAgreed(tx, {
      ownerUid: user.uid,
      cpmPercent: input.cpm_percent,
      planPercent: input.plan_percent,
      firstOn: input.first_on,
      lastOn: input.last_on,
      reason: input.reason,
      valueMicros: await worthOf(ctx, user, input),
      currency: currencyOf(user),
      createdAt: ctx.clock.now(),
      createdBy: requestedBy,
      approvedBy: approval ? actorUid(ctx.actor) : null,
    });
    await ctx.audit.record({
      subjectUid: user.uid,
      action: "customer_price_agreed",
      subject: { type: "customer_price", id: String(id) },
      changes: (["cpm_percent", "plan_percent", "first_on", "last_on"] as const).map((field) => ({
        field,
        before: null,
        after: input[field],
      })),
      details: { description: input.reason },
    });
    const made = await lockAgreed(tx, user.uid, id);
    if (!made) throw new Error(`Customer price ${id} was not stored`);
    return made;
  },
});

async function checkNew({ tx, clock }: CommandContext, input: Agreement): Promise<UserRow> {
  const user = await findUser(tx, input.user);
  if (!user) throw notFound();
  if (!isCustomer(user.role)) throw invalid({ user: ["rule.oneOf"] });
  if (input.last_on < dayOf(clock.now())) throw invalid({ last_on: ["promotion.past"] });
  const days = { ownerUid: user.uid, firstOn: input.first_on, lastOn: input.last_on };
  if (await overlapsAgreed(tx, days)) throw invalid({ first_on: ["customer_price.overlaps"] });
  return user;
}

async function worthOf({ tx, clock }: CommandContext, user: UserRow, input: Agreement): Promise<bigint> {
  const since = new Date(clock.now().getTime() - yearMs);
  const currency = currencyOf(user);
  const paid = await paidSince(tx, { ownerUid: user.uid, currency, since });
  const value = estimatedValue(input, pricesIn(await findPrices(tx), currency), paid);
  // An effect of money is above zero.
  return value > 0n ? value : 1n;
}
