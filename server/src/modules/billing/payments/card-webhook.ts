import { type CommandCall, command } from "@litfass/platform/command/command";
import type { FastifyInstance } from "fastify";
import { jobActor, runCommand } from "../run-command.ts";
import type { CardEvent } from "./card-event.ts";
import type { CardWork } from "./card-processor.ts";
import { lockPayment, noteEvent, updatePayment } from "./payment-sql.ts";
import { noteFailedRefund } from "./reconcile-sql.ts";
import { recordPayment, settleCheckout } from "./settle-payment.ts";

/** Applies a signed event once, in any order of arrival. Returns false if it was applied before. */
export const applyCardEvent = command({
  name: "billing.apply_card_event",
  errors: [],
  async run({ ctx, input: { event } }: CommandCall<{ event: CardEvent }>): Promise<boolean> {
    const { tx, audit, clock } = ctx;
    audit.unchanged("the event itself is kept in card_events");
    if (!(await noteEvent(tx, { id: event.id, type: event.type }, clock.now()))) return false;
    if (event.checkout) await settleCheckout(ctx, event.checkout);
    if (event.declined) {
      const { paymentId, failureCode } = event.declined;
      const payment = await lockPayment(tx, paymentId);
      const isPending = payment?.status === "pending";
      await recordPayment(ctx, payment, isPending ? await updatePayment(tx, payment.id, { failureCode }) : payment);
    }
    const { failedRefund } = event;
    if (failedRefund && (await noteFailedRefund(tx, failedRefund, clock.now()))) {
      await audit.record({ subject: { type: "card_refund", id: failedRefund.refundId ?? failedRefund.id } });
    }
    return true;
  },
});

const webhookActor = jobActor("billing.card-webhook");

/** `POST /stripe/webhook`: needs the raw body, because the signature covers its bytes. */
export function addCardWebhook(app: FastifyInstance, { platform, cards, execute }: CardWork): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/stripe/webhook", { schema: { hide: true } }, async (request, reply) => {
      const signature = String(request.headers["stripe-signature"] ?? "");
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = cards.readEvent(body, signature, platform.clock.now());
      if (!event) return reply.code(400).send({ code: "unsigned_event" });
      const applied = await runCommand(execute, applyCardEvent, webhookActor, { event });
      request.log.info({ event: event.id, type: event.type, applied }, "card event");
      return reply.code(200).send({ received: true });
    });
  });
}
