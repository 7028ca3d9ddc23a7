import type { PlanId } from "@litfass/contract/billing/billing";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import { invalid, notFound, unavailable } from "@litfass/platform/problem";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { dayOf, textIn } from "../invoices/invoice.ts";
import { planFigures } from "../plans/plan.ts";
import type { PaymentRow } from "../tables.ts";
import { formatRate, vatOf, vatRateFor } from "../vat/vat.ts";
import type { CardProcessor, NewCheckout } from "./card-processor.ts";
import { dueMicros, subjectOf } from "./payment.ts";
import { failPending, findPaymentOfRequest, insertPayment, updatePayment } from "./payment-sql.ts";
import { cardCustomerOf, listSavedCards } from "./saved-cards.ts";
import { settleCheckout } from "./settle-payment.ts";

export type Purchase = {
  ownerUid: string;
  /** A saved card to charge; without it the card is entered on the processor's page. */
  card?: string | undefined;
  /** Keeps the card that is entered for the next time. */
  saveCard?: boolean;
} & ({ amountMicros: bigint } | { plan: PlanId });

/**
 * Begins a card payment of an amount or a package and gives the address where the card is entered. Customers with Swiss
 * VAT pay it on top: 100.00 of budget cost 108.10. Nothing is credited before the processor says that it is paid. The
 * same request key goes on with the payment that was begun, also where the process died in between.
 * A saved card is charged at once.
 * @throws 503 where the processor does not answer; the payment is failed then. 422 for a card that is not a saved one.
 */
export async function startPayment(
  platform: Platform,
  cards: CardProcessor | null,
  purchase: Purchase,
  requestKey: string | null = null,
): Promise<PaymentRow> {
  if (!cards) throw unavailable();
  const { db, clock, random, config } = platform;
  const before = requestKey ? await findPaymentOfRequest(db, requestKey) : null;
  if (before?.checkoutId) return before;
  const owner = await findUser(db, purchase.ownerUid);
  if (!owner) throw notFound();
  if (purchase.card) await checkCard(platform, cards, owner.uid, purchase.card);
  const now = clock.now();
  const plan = "plan" in purchase ? purchase.plan : null;
  const amountMicros = "plan" in purchase ? planFigures(purchase.plan).priceMicros : purchase.amountMicros;
  const rate = vatRateFor(owner.countryCode, dayOf(now), config.vatRates);
  const payment =
    before ??
    (await insertPayment(db, {
      id: random.id(),
      ownerUid: owner.uid,
      kind: plan ? "package" : "card",
      plan,
      currency: currencyOf(owner.countryCode),
      amountMicros,
      vatMicros: vatOf(amountMicros, rate),
      status: "pending",
      createdAt: now,
      requestKey,
    }));
  platform.log.info({ payment: payment.id, due: minorOfMicros(dueMicros(payment)) }, "card payment begun");
  try {
    if (purchase.card) return await chargeCard(platform, cards, owner, payment, purchase.card);
    const customer = purchase.saveCard ? await cardCustomerOf(platform, cards, owner) : null;
    const checkout = await cards.createCheckout(newCheckout(config.publicUrl, owner, payment, rate, customer));
    return await updatePayment(db, payment.id, { checkoutId: checkout.id, checkoutUrl: checkout.url });
  } catch (error) {
    await failPending(db, payment.id, "not_started", now);
    throw error;
  }
}

const successUrl = (publicUrl: string): string => `${publicUrl}/billing/checkout/success`;

function newCheckout(
  publicUrl: string,
  owner: UserRow,
  payment: PaymentRow,
  rate: number,
  customer: string | null,
): NewCheckout {
  const vatName = owner.lang === "de" ? `MWST ${formatRate(rate)}` : `VAT ${formatRate(rate)}`;
  return {
    paymentId: payment.id,
    currency: payment.currency,
    positions: [
      { name: textIn(subjectOf(payment), owner.lang), amountMinor: minorOfMicros(payment.amountMicros) },
      ...(payment.vatMicros > 0n ? [{ name: vatName, amountMinor: minorOfMicros(payment.vatMicros) }] : []),
    ],
    customer,
    email: owner.email,
    language: owner.lang,
    successUrl: `${successUrl(publicUrl)}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/invoices?payment=${payment.id}`,
  };
}

/** @throws 422 for a card that is not one of the user's saved ones. */
async function checkCard(platform: Platform, cards: CardProcessor, uid: string, card: string): Promise<void> {
  const own = await listSavedCards(platform, cards, uid);
  if (!own.some(({ id }) => id === card)) throw invalid({ payment_method: ["rule.oneOf"] });
}

/** Charges a saved card and applies at once what came of it: paid, declined, or to be confirmed at the bank's page. */
async function chargeCard(
  platform: Platform,
  cards: CardProcessor,
  owner: UserRow,
  payment: PaymentRow,
  card: string,
): Promise<PaymentRow> {
  const { db, config } = platform;
  const checkout = await cards.wallet.charge({
    paymentId: payment.id,
    customer: await cardCustomerOf(platform, cards, owner),
    card,
    amountMinor: minorOfMicros(dueMicros(payment)),
    currency: payment.currency,
    description: textIn(subjectOf(payment), owner.lang),
    returnUrl: successUrl(config.publicUrl),
  });
  const begun = await updatePayment(db, payment.id, { checkoutId: checkout.id, checkoutUrl: checkout.url });
  return (await db.transaction((tx) => settleCheckout(tx, platform, checkout))) ?? begun;
}
