import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CardEvent, CardProcessor } from "./card-processor.ts";
import { lockPayment, noteEvent, updatePayment } from "./payment-sql.ts";
import { noteFailedRefund } from "./reconcile-sql.ts";
import { settleCheckout } from "./settle-payment.ts";

/** Applies a signed event once, in whatever order events come. False where it was applied before. */
export async function applyCardEvent(platform: Platform, event: CardEvent): Promise<boolean> {
  return platform.db.transaction(async (tx) => {
    const isNew = await noteEvent(tx, { id: event.id, type: event.type }, platform.clock.now());
    if (!isNew) return false;
    if (event.checkout) await settleCheckout(tx, platform, event.checkout);
    if (event.declined) {
      const payment = await lockPayment(tx, event.declined.paymentId);
      if (payment?.status === "pending")
        await updatePayment(tx, payment.id, { failureCode: event.declined.failureCode });
    }
    if (event.failedRefund) await noteFailedRefund(tx, event.failedRefund, platform.clock.now());
    return true;
  });
}

/** `POST /stripe/webhook`: the raw body counts, because it is signed byte by byte. */
export function addCardWebhook(app: FastifyInstance, platform: Platform, cards: CardProcessor): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/stripe/webhook", { schema: { hide: true } }, async (request, reply) => {
      const signature = String(request.headers["stripe-signature"] ?? "");
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = cards.readEvent(body, signature, platform.clock.now());
      if (!event) return reply.code(400).send({ message: "The signature does not fit" });
      const applied = await applyCardEvent(platform, event);
      request.log.info({ event: event.id, type: event.type, applied }, "card event");
      return reply.code(200).send({ received: true });
    });
  });
}
