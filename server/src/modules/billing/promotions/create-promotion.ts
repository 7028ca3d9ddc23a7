import type { NewPromotionCode } from "@litfass/contract/billing/billing";
import { formatMinor, microsOfMinor } from "@litfass/contract/kernel/money";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import { maxCreditedAlone } from "../approvals/approval-sql.ts";
import { dayOf } from "../invoices/invoice.ts";
import { lockOwner } from "../plans/subscription-sql.ts";
import type { Promotion } from "./promotion.ts";
import { insertPromotion, lockPromotion, promisedAlone, promotionExists } from "./promotion-sql.ts";

type Call = CommandCall<NewPromotionCode>;

/**
 * Creates a promotion code. Above the limit a second person decides on all its redemptions together, because nobody
 * decides on each of them. What one person creates on a day adds up.
 * @throws 422 if the code exists or its last day is over.
 */
export const createPromotion = command({
  name: "billing.create_promotion_code",
  errors: [],
  async money({ ctx, input }: Call): Promise<MoneyEffect> {
    await checkNew(ctx, input);
    const { uid } = callerOf(ctx.actor);
    // Serializes concurrent creations, so that each sees the other.
    await lockOwner(ctx.tx, uid);
    const { currency } = input;
    const day = dayOf(ctx.clock.now());
    return {
      direction: "credit",
      customerUid: uid,
      currency,
      amountMicros: microsOfMinor(input.amount) * BigInt(input.max_redemptions),
      // Who may redeem it is open, so that what one person credited to a customer counts as well.
      alongMicros:
        (await promisedAlone(ctx.tx, { createdBy: uid, currency, day })) +
        (await maxCreditedAlone(ctx.tx, { by: uid, currency }, day)),
      description: `${input.code}: ${input.max_redemptions} × ${currency} ${formatMinor(input.amount)}`,
    };
  },
  async run({ ctx, input }: Call): Promise<Promotion> {
    const { tx, approval } = ctx;
    await checkNew(ctx, input);
    const { uid } = callerOf(ctx.actor);
    const id = await insertPromotion(tx, {
      code: input.code,
      amountMicros: microsOfMinor(input.amount),
      currency: input.currency,
      firstOn: input.first_on,
      lastOn: input.last_on,
      maxRedemptions: input.max_redemptions,
      newCustomersOnly: input.new_customers_only,
      minPaidMicros: input.min_paid === null ? null : microsOfMinor(input.min_paid),
      note: input.note,
      createdAt: ctx.clock.now(),
      createdBy: approval?.requestedBy ?? uid,
      approvedBy: approval ? actorUid(ctx.actor) : null,
    });
    if (id === null) throw invalid({ code: ["promotion.taken"] });
    await ctx.audit.record({
      subject: { type: "promotion_code", id: String(id) },
      changes: [
        { field: "code", before: null, after: input.code },
        { field: "amount", before: null, after: { amount: input.amount, currency: input.currency } },
        { field: "max_redemptions", before: null, after: input.max_redemptions },
        { field: "first_on", before: null, after: input.first_on },
        { field: "last_on", before: null, after: input.last_on },
      ],
      details: input.note ? { description: input.note } : {},
    });
    const made = await lockPromotion(tx, { id });
    if (!made) throw new Error(`Promotion ${id} was not stored`);
    return made;
  },
});

async function checkNew({ tx, clock }: CommandContext, { code, last_on }: NewPromotionCode): Promise<void> {
  if (last_on < dayOf(clock.now())) throw invalid({ last_on: ["promotion.past"] });
  if (await promotionExists(tx, { code })) throw invalid({ code: ["promotion.taken"] });
}
