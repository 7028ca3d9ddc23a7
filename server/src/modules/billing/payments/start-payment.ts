import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Company } from "@litfass/contract/settings/company";
import { type Actor, callerOf } from "@litfass/platform/command/actor";
import { invalid, notFound } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { findUser, type UserRow } from "../../users/index.ts";
import { dayOf, textIn } from "../invoices/invoice.ts";
import { requestKey } from "../request-key.ts";
import { outputOf, runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import { t } from "../texts.ts";
import { formatRate, vatRateFor } from "../vat/vat.ts";
import { beginPayment, failPayment, type Purchase, reopenPayment } from "./begin-payment.ts";
import type { CardWork, NewCheckout } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { dueMicros, subjectOf } from "./payment.ts";
import { findPayment, findPaymentOfRequest } from "./payment-sql.ts";
import { cardCustomerOf, listSavedCards } from "./saved-cards.ts";
import { settlePayment } from "./settle-payment.ts";

type Start = { actor: Actor; purchase: Purchase; idempotencyKey: string | null };
/** `replayed`: an earlier call with the same key created the payment. */
type Started = { payment: PaymentRow; replayed: boolean };

/**
 * Starts a card payment of an amount or a plan: the payment is stored first, then the processor creates a checkout,
 * and nothing is credited before the processor reports it as paid. A saved card is charged at once. The same key
 * resumes its payment, even if the process died in between.
 * @throws 422 for a card that is not saved or an amount that cannot be charged to a card, 503 if the processor does
 * not answer; the payment has then failed.
 */
export async function startPayment(work: CardWork, start: Start): Promise<Started> {
  const { platform, execute } = work;
  const { actor, purchase, idempotencyKey } = start;
  const { uid, lang } = callerOf(actor);
  if (purchase.card) await checkCard(work, uid, purchase.card, idempotencyKey);
  const begun = await execute(beginPayment, { actor, input: purchase, lang, idempotencyKey });
  const { payment: id } = outputOf(begun);
  const { replayed } = begun;
  const payment = await findPayment(platform.db, id);
  const owner = await findUser(platform.db, uid);
  if (!payment || !owner) throw notFound();
  if (payment.checkoutId) return { payment, replayed };
  if (payment.status === "failed") await runCommand(execute, reopenPayment, actor, { id });
  try {
    const checkout = purchase.card
      ? await chargeCard(work, actor, owner, payment, purchase.card)
      : await openCheckout(work, actor, owner, payment, purchase.saveCard ?? false);
    await runCommand(execute, settlePayment, actor, { checkout: { ...checkout, paymentId: id } });
    // A concurrent call with the same key may have won: all of them return the stored state.
    return { payment: (await findPayment(platform.db, id)) ?? payment, replayed };
  } catch (error) {
    await runCommand(execute, failPayment, actor, { id });
    throw error;
  }
}

/** @throws 422 for a card that is not among the user's saved cards; a repeated call is not checked again. */
async function checkCard(work: CardWork, uid: string, card: string, idempotencyKey: string | null): Promise<void> {
  const { db } = work.platform;
  const key = requestKey(work.platform, "payment", uid, idempotencyKey);
  if (idempotencyKey && (await findPaymentOfRequest(db, key))) return;
  const own = await listSavedCards(work.platform.db, work.cards, uid);
  if (!own.some(({ id }) => id === card)) throw invalid({ payment_method: ["rule.oneOf"] });
}

const successUrl = (publicUrl: string): string => `${publicUrl}/billing/checkout/success`;

/** Opens the processor's page where the card is entered. */
async function openCheckout(
  work: CardWork,
  actor: Actor,
  owner: UserRow,
  payment: PaymentRow,
  saveCard: boolean,
): Promise<Checkout> {
  const customer = saveCard ? await cardCustomerOf(work, actor, owner) : null;
  const { db, config } = work.platform;
  const company = await findCompany(db, config.company, payment.createdAt);
  return work.cards.createCheckout(
    newCheckout(config.publicUrl, company, callerOf(actor).lang, owner, payment, customer),
  );
}

/** The page uses the language of the request, because the payer reads it now. */
function newCheckout(
  publicUrl: string,
  company: Company,
  language: Language,
  owner: UserRow,
  payment: PaymentRow,
  customer: string | null,
): NewCheckout {
  const rate = formatRate(vatRateFor(owner.countryCode, dayOf(payment.createdAt), company));
  const vatName = t(language, "payment.vat", { rate });
  return {
    paymentId: payment.id,
    currency: payment.currency,
    positions: [
      { name: textIn(subjectOf(payment), language), amountMinor: minorOfMicros(payment.amountMicros) },
      ...(payment.vatMicros > 0n ? [{ name: vatName, amountMinor: minorOfMicros(payment.vatMicros) }] : []),
    ],
    customer,
    email: owner.email,
    language,
    successUrl: `${successUrl(publicUrl)}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/invoices?payment=${payment.id}`,
  };
}

/** Charges a saved card: paid, declined, or to be confirmed on the bank's page. */
const chargeCard = async (
  work: CardWork,
  actor: Actor,
  owner: UserRow,
  payment: PaymentRow,
  card: string,
): Promise<Checkout> =>
  work.cards.wallet.charge({
    paymentId: payment.id,
    customer: await cardCustomerOf(work, actor, owner),
    card,
    amountMinor: minorOfMicros(dueMicros(payment)),
    currency: payment.currency,
    description: textIn(subjectOf(payment), owner.lang),
    returnUrl: successUrl(work.platform.config.publicUrl),
  });
