import type { PlanId } from "@litfass/contract/billing";
import { minorOfMicros } from "@litfass/contract/money";
import type { Platform } from "../platform/platform.ts";
import { notFound, unavailable } from "../platform/problem.ts";
import { currencyOf, findUser } from "../users/index.ts";
import type { CardProcessor } from "./card-processor.ts";
import { dayOf, textIn } from "./invoice.ts";
import { dueMicros, subjectOf } from "./payment.ts";
import { failPending, findPaymentOfRequest, insertPayment, updatePayment } from "./payment-sql.ts";
import { planFigures } from "./plan.ts";
import type { PaymentRow } from "./tables.ts";
import { formatRate, vatOf, vatRateFor } from "./vat.ts";

export type Purchase = { ownerUid: string } & ({ amountMicros: bigint } | { plan: PlanId });

/**
 * Begins a card payment of an amount or a package and gives the address where the card is entered. Customers with Swiss
 * VAT pay it on top: 100.00 of budget cost 108.10. Nothing is credited before the processor says that it is paid. The
 * same request key goes on with the payment that was begun, also where the process died in between.
 * @throws 503 where the processor does not answer; the payment is failed then.
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
  const vatName = owner.lang === "de" ? `MWST ${formatRate(rate)}` : `VAT ${formatRate(rate)}`;
  try {
    const checkout = await cards.createCheckout({
      paymentId: payment.id,
      currency: payment.currency,
      positions: [
        { name: textIn(subjectOf(payment), owner.lang), amountMinor: minorOfMicros(payment.amountMicros) },
        ...(payment.vatMicros > 0n ? [{ name: vatName, amountMinor: minorOfMicros(payment.vatMicros) }] : []),
      ],
      email: owner.email,
      language: owner.lang,
      successUrl: `${config.publicUrl}/billing/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${config.publicUrl}/invoices?payment=cancelled`,
    });
    platform.log.info({ payment: payment.id, due: minorOfMicros(dueMicros(payment)) }, "card payment begun");
    return await updatePayment(db, payment.id, { checkoutId: checkout.id, checkoutUrl: checkout.url });
  } catch (error) {
    await failPending(db, payment.id, "not_started", now);
    throw error;
  }
}
