import { endpoints } from "@litfass/contract/index";
import { userActor } from "@litfass/platform/command/actor";
import { type Call, mount, mountKeyed } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { forbidden, notFound, unavailable } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { PaymentRow } from "../tables.ts";
import type { Purchase } from "./begin-payment.ts";
import { cancelPayment } from "./cancel-payment.ts";
import type { CardProcessor, CardWork } from "./card-processor.ts";
import { presentPayment } from "./payment.ts";
import { findPayment, listPayments } from "./payment-sql.ts";
import { addCard, chooseDefaultCard, listSavedCards, removeSavedCard } from "./saved-cards.ts";
import { confirmPayment } from "./settle-payment.ts";
import { startPayment } from "./start-payment.ts";

/** Mounts card payments and saved cards. Calls that need the card processor return 503 without one. */
export function addPaymentRoutes(app: FastifyInstance, platform: Platform, cards: CardProcessor | null): void {
  const { db } = platform;
  const cardWork = (): CardWork => {
    if (!cards) throw unavailable();
    return { platform, cards, execute: app.services.execute };
  };
  const ownPayment = async (uid: string, id: string): Promise<PaymentRow> => {
    const payment = await findPayment(db, id);
    if (!payment) throw notFound();
    if (payment.ownerUid !== uid) throw forbidden();
    return payment;
  };
  type StartCall = Pick<Call<typeof endpoints.buyPackage>, "caller" | "idempotencyKey" | "reply" | "lang">;
  const start = async ({ caller, idempotencyKey, reply, lang }: StartCall, purchase: Purchase) => {
    const call = { actor: userActor(caller), purchase, idempotencyKey };
    const { payment, replayed } = await startPayment(cardWork(), call);
    if (replayed) reply.header("idempotency-replayed", "true");
    return presentPayment(payment, lang);
  };

  mountKeyed(app, endpoints.startCardPayment, (call) => {
    const { amount: amountMinor, expected_bonus: expectedBonus, payment_method: card, save_card: saveCard } = call.body;
    return start(call, { amountMinor, expectedBonus, card, saveCard });
  });
  mountKeyed(app, endpoints.buyPackage, (call) => {
    const { plan, expected_price: expectedPrice, payment_method: card, save_card: saveCard } = call.body;
    return start(call, { plan, expectedPrice, card, saveCard });
  });

  mount(app, endpoints.confirmPayment, async ({ caller, params, lang }) => {
    const payment = await ownPayment(caller.uid, params.payment);
    return presentPayment(await confirmPayment(cardWork(), userActor(caller), payment), lang);
  });
  mount(app, endpoints.cancelPayment, async ({ caller, params, lang }) => {
    const payment = await ownPayment(caller.uid, params.payment);
    return presentPayment(await cancelPayment(cardWork(), userActor(caller), payment), lang);
  });
  mount(app, endpoints.listPayments, async ({ caller, query, lang }) => {
    const { rows, meta } = await listPayments(db, caller.uid, query);
    return { data: rows.map((row) => presentPayment(row, lang)), meta };
  });

  mount(app, endpoints.listSavedCards, ({ caller }) => listSavedCards(db, cards, caller.uid));
  mount(app, endpoints.addCard, async ({ caller }) => ({
    checkout_url: await addCard(cardWork(), userActor(caller)),
  }));
  mount(app, endpoints.removeSavedCard, async ({ caller, params }) =>
    removeSavedCard(cardWork(), userActor(caller), params.card),
  );
  mount(app, endpoints.chooseDefaultCard, async ({ caller, params }) =>
    chooseDefaultCard(cardWork(), userActor(caller), params.card),
  );
}
