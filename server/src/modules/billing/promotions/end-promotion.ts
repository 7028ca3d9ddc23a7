import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { notFound } from "@litfass/platform/problem";
import type { Promotion } from "./promotion.ts";
import { endPromotionRow, lockPromotion } from "./promotion-sql.ts";

/** Ends a code for good; what it has given stays. @throws 404 */
export const endPromotion = command({
  name: "billing.end_promotion_code",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ id: number }>): Promise<Promotion> {
    const promotion = await lockPromotion(ctx.tx, input);
    if (!promotion) throw notFound();
    if (promotion.isEnded) {
      ctx.audit.unchanged("the code has ended already");
      return promotion;
    }
    await endPromotionRow(ctx.tx, promotion.id, actorUid(ctx.actor), ctx.clock.now());
    await ctx.audit.record({
      subject: { type: "promotion_code", id: String(promotion.id) },
      changes: [{ field: "state", before: "active", after: "ended" }],
      details: { description: promotion.code },
    });
    return { ...promotion, isEnded: true };
  },
});
