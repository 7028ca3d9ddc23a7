import { endpoints } from "@litfass/contract/index";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { userActor } from "@litfass/platform/command/actor";
import { outputOf } from "@litfass/platform/command/execute";
import { mount, mountKeyed } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { dayOf } from "../invoices/invoice.ts";
import { createPromotion } from "./create-promotion.ts";
import { endPromotion } from "./end-promotion.ts";
import { type Promotion, presentPromotion } from "./promotion.ts";
import { createPromotionLimits } from "./promotion-limits.ts";
import { listPromotions, listRedemptions } from "./promotion-list-sql.ts";
import { promotionExists } from "./promotion-sql.ts";
import { type Redeemed, redeemPromotion } from "./redeem-promotion.ts";

/** Mounts what customers and staff do with promotion codes. */
export function addPromotionRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform;
  const limits = createPromotionLimits(platform);
  const today = () => dayOf(clock.now());
  const present = (promotion: Promotion) => presentPromotion(promotion, today());

  // Not by `mountCommand`: the attempt is counted before the command, and outside its transaction.
  mountKeyed(app, endpoints.redeemPromotionCode, async ({ caller, body, lang, idempotencyKey, reply }) => {
    await limits.countCode(caller.uid);
    const outcome = await app.services.execute(redeemPromotion, {
      actor: userActor(caller),
      input: body,
      lang,
      idempotencyKey,
      present: presentRedeemed,
    });
    await limits.forgiveCode(caller.uid);
    if (outcome.replayed) reply.header("idempotency-replayed", "true");
    return outputOf(outcome);
  });

  mount(app, endpoints.listPromotionCodes, async ({ query }) => {
    const { rows, meta } = await listPromotions(db, query, today());
    return { data: rows.map(present), meta };
  });
  mountCommand(app, endpoints.createPromotionCode, createPromotion, ({ body }) => body, {
    done: (promotion) => ({ code: present(promotion), approval: null }),
    pending: ({ approvalId }) => ({ code: null, approval: approvalId }),
  });
  mountCommand(app, endpoints.endPromotionCode, endPromotion, ({ params }) => ({ id: params.promotionCode }), {
    done: present,
  });
  mount(app, endpoints.listPromotionRedemptions, async ({ params, query }) => {
    if (!(await promotionExists(db, { id: params.promotionCode }))) throw notFound();
    const { rows, meta } = await listRedemptions(db, params.promotionCode, query);
    const data = rows.map(({ user, userName, entryId, redeemedAt }) => ({
      user,
      user_name: userName,
      transaction: entryId,
      redeemed_at: redeemedAt.toISOString(),
    }));
    return { data, meta };
  });
}

const presentRedeemed = ({ promotion, entryId }: Redeemed) => ({
  code: promotion.code,
  amount: minorOfMicros(promotion.amountMicros),
  currency: promotion.currency,
  transaction: entryId.toString(),
});
