import { minorOfMicros } from "@litfass/contract/kernel/money";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { notFound } from "@litfass/platform/problem";
import { currencyOf, findUser } from "../../users/index.ts";
import { dayOf } from "../invoices/invoice.ts";
import { creditPromotion } from "../ledger/credit.ts";
import { sumsOf } from "../ledger/ledger-sql.ts";
import { postedBy } from "../posted-by.ts";
import { checkRedemption, codeOf, type Promotion, unknownCode } from "./promotion.ts";
import { hasRedeemed, insertRedemption, lockPromotion, paidBy } from "./promotion-sql.ts";

export type Redeemed = { promotion: Promotion; entryId: bigint };

/**
 * Credits a code's amount to the customer who enters it, once per customer. The code's row is locked before it is
 * checked, so that concurrent redemptions never exceed its maximum.
 * @throws 422 at `code` with the reason.
 */
export const redeemPromotion = command({
  name: "billing.redeem_promotion_code",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ code: string }>): Promise<Redeemed> {
    const { tx, clock } = ctx;
    const { uid } = callerOf(ctx.actor);
    const user = await findUser(tx, uid);
    if (!user) throw notFound();
    const currency = currencyOf(user);
    const promotion = await lockPromotion(tx, { code: codeOf(input.code) });
    if (!promotion) throw unknownCode();
    const redeemer = {
      currency,
      hasRedeemed: await hasRedeemed(tx, promotion.id, uid),
      ...(await paidBy(tx, uid, currency)),
    };
    checkRedemption(promotion, redeemer, dayOf(clock.now()));
    const { amountMicros, code } = promotion;
    const { availableMicros } = await sumsOf(tx, uid, currency);
    const by = postedBy(ctx);
    const { entryId } = await creditPromotion(tx, {
      ...by,
      ownerUid: uid,
      currency,
      amountMicros,
      key: `promotion:${promotion.id}:${uid}`,
      description: code,
      details: { ...by.details, promotion: promotion.id },
    });
    await insertRedemption(tx, { promotionId: promotion.id, ownerUid: uid, entryId, at: clock.now() });
    const money = (micros: bigint) => ({ amount: minorOfMicros(micros), currency });
    await ctx.audit.record({
      subjectUid: uid,
      action: "promotion_redeemed",
      subject: { type: "promotion_code", id: String(promotion.id) },
      changes: [{ field: "balance", before: money(availableMicros), after: money(availableMicros + amountMicros) }],
      details: { transaction: entryId.toString(), description: code },
    });
    return { promotion, entryId };
  },
});
