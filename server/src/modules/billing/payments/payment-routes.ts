import { endpoints } from "@litfass/contract/index";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { forbidden, notFound, unavailable } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { requestKey } from "../request-key.ts";
import type { PaymentRow } from "../tables.ts";
import { cancelPayment } from "./cancel-payment.ts";
import type { CardProcessor } from "./card-processor.ts";
import { presentPayment } from "./payment.ts";
import { findPayment, listPayments } from "./payment-sql.ts";
import { addCard, chooseDefaultCard, listSavedCards, removeSavedCard } from "./saved-cards.ts";
import { confirmPayment } from "./settle-payment.ts";
import { startPayment } from "./start-payment.ts";

/** Mounts card payments and saved cards. */
export function addPaymentRoutes(app: FastifyInstance, platform: Platform, cards: CardProcessor | null): void {
  const { db } = platform;
  const ownPayment = async (uid: string, id: string): Promise<PaymentRow> => {
    const payment = await findPayment(db, id);
    if (!payment) throw notFound();
    if (payment.ownerUid !== uid) throw forbidden();
    return payment;
  };

  mount(app, endpoints.startCardPayment, async ({ caller, body, lang, idempotencyKey }) => {
    const { amount, payment_method: card, save_card: saveCard } = body;
    const purchase = { ownerUid: caller.uid, amountMicros: microsOfMinor(amount), card, saveCard };
    const key = requestKey(platform, "payment", caller.uid, idempotencyKey);
    return presentPayment(await startPayment(platform, cards, purchase, key), lang);
  });

  mount(app, endpoints.buyPackage, async ({ caller, body, lang, idempotencyKey }) => {
    const { plan, payment_method: card, save_card: saveCard } = body;
    const key = requestKey(platform, "payment", caller.uid, idempotencyKey);
    const payment = await startPayment(platform, cards, { ownerUid: caller.uid, plan, card, saveCard }, key);
    return presentPayment(payment, lang);
  });

  mount(app, endpoints.confirmPayment, async ({ caller, params, lang }) => {
    const payment = await ownPayment(caller.uid, params.payment);
    if (!cards) throw unavailable();
    return presentPayment(await confirmPayment(platform, cards, payment), lang);
  });

  mount(app, endpoints.cancelPayment, async ({ caller, params, lang }) => {
    const payment = await ownPayment(caller.uid, params.payment);
    if (!cards) throw unavailable();
    return presentPayment(await cancelPayment(platform, cards, payment), lang);
  });

  mount(app, endpoints.listPayments, async ({ caller, query, lang }) => {
    const { rows, meta } = await listPayments(db, caller.uid, query);
    return { data: rows.map((row) => presentPayment(row, lang)), meta };
  });

  mount(app, endpoints.listSavedCards, ({ caller }) => listSavedCards(platform, cards, caller.uid));
  mount(app, endpoints.addCard, async ({ caller }) => ({ checkout_url: await addCard(platform, cards, caller.uid) }));
  mount(app, endpoints.removeSavedCard, ({ caller, params }) =>
    removeSavedCard(platform, cards, caller.uid, params.card),
  );
  mount(app, endpoints.chooseDefaultCard, ({ caller, params }) =>
    chooseDefaultCard(platform, cards, caller.uid, params.card),
  );
}
