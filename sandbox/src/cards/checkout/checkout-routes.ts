import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Locale, localeOf } from "../../look/locale.ts";
import { sendPage } from "../../look/page.ts";
import { CardError } from "../card-error.ts";
import type { CardObject } from "../card-store.ts";
import type { Cards } from "../cards.ts";
import { findTestCard } from "../test-cards.ts";
import type { Webhooks } from "../webhooks.ts";
import type { CheckoutErrorName } from "./checkout-english.ts";
import { cardOf, emailErrorOf, emptyForm, errorNameOf, fieldOfError, readForm } from "./checkout-form.ts";
import { type CheckoutView, checkoutPage, closedPage, unknownPage, verificationPage } from "./checkout-page.ts";
import { expireSession, sessionOf } from "./checkout-sessions.ts";
import { lineItems } from "./line-items.ts";
import { answerVerification, isSetup, type Outcome, payCheckout, successUrlOf, takesTwint } from "./pay-checkout.ts";

/** Like Stripe, waits for the seller's webhook before redirecting the buyer. */
const webhookPatienceMs = 3000;

type ById = { Params: { id: string }; Body: URLSearchParams };

/** The hosted pages: checkout, its cancel link, and the bank's confirmation. */
export function checkoutRoutes(app: FastifyInstance, cards: Cards, webhooks: Webhooks): void {
  const find = (id: string): CardObject | null => {
    try {
      return sessionOf(cards, id);
    } catch (error) {
      if (error instanceof CardError) return null;
      throw error;
    }
  };
  const languageOf = (request: FastifyRequest, session: CardObject | null): Locale =>
    localeOf(request, session?.locale as string | null | undefined);

  const show = (reply: FastifyReply, status: number, view: Omit<CheckoutView, "items">): FastifyReply => {
    const { session } = view;
    const targets = [session.success_url, session.cancel_url].flatMap((url) =>
      url ? [new URL(String(url)).origin] : [],
    );
    return sendPage(reply, status, checkoutPage({ ...view, items: lineItems(cards.store, session.id) }), targets);
  };

  /** Shows an outcome, or redirects. */
  const follow = async (reply: FastifyReply, outcome: Outcome, view: Omit<CheckoutView, "items" | "session">) => {
    const { session } = outcome;
    if (outcome.kind === "asks")
      return reply.redirect(`/three-d-secure/${outcome.intentId}?locale=${view.locale}`, 303);
    if (outcome.kind === "paid") {
      await Promise.race([webhooks.deliverDue(), wait(webhookPatienceMs, undefined, { ref: false })]);
      return reply.redirect(successUrlOf(session), 303);
    }
    const name = errorNameOf(outcome.code, outcome.declineCode);
    const field = fieldOfError[outcome.declineCode ?? ""] ?? fieldOfError[outcome.code ?? ""];
    const errors = field === undefined ? {} : { [field]: name };
    return show(reply, 402, { ...view, session, errors, refusal: field === undefined ? name : null });
  };

  app.get<ById>("/checkout/:id", async (request, reply) => {
    const session = find(request.params.id);
    const locale = languageOf(request, session);
    if (session === null) return sendPage(reply, 404, unknownPage(locale));
    if (session.status !== "open") return sendPage(reply, 200, closedPage(locale, session, successUrlOf(session)));
    const details = session.customer_details as { email: string | null } | null;
    const view = { locale, session, form: emptyForm(details?.email ?? ""), errors: {} };
    const isRefused = (request.query as { refused?: string }).refused === "verification";
    return show(reply, 200, { ...view, refusal: isRefused ? authenticationFailureOf(session) : null });
  });

  app.post<ById>("/checkout/:id", async (request, reply) => {
    const session = find(request.params.id);
    const locale = languageOf(request, session);
    if (session === null) return sendPage(reply, 404, unknownPage(locale));
    if (session.status !== "open") return sendPage(reply, 200, closedPage(locale, session, successUrlOf(session)));
    const form = readForm(request.body);
    const chosen = findTestCard(request.body.get("fill") ?? "");
    if (chosen !== undefined) {
      const year = (cards.clock.now().getUTCFullYear() + 4) % 100;
      const filled = {
        ...form,
        number: chosen.number,
        expiry: `12 / ${year}`,
        cvc: chosen.brand === "amex" ? "1234" : "123",
      };
      return show(reply, 200, { locale, session, form: filled, errors: {}, refusal: null });
    }
    if (request.body.get("method") === "twint" && takesTwint(session)) {
      const email = emailErrorOf(form);
      if (email) return show(reply, 422, { locale, session, form, errors: { email }, refusal: null });
      const outcome = payCheckout(cards, session, "twint", { email: form.email, name: form.name || null });
      return follow(reply, outcome, { locale, form, errors: {}, refusal: null });
    }
    const { card, errors } = cardOf(form);
    if (card === null) return show(reply, 422, { locale, session, form, errors, refusal: null });
    const outcome = payCheckout(cards, session, card, { email: form.email, name: form.name || null });
    return follow(reply, outcome, { locale, form: { ...form, cvc: "" }, errors: {}, refusal: null });
  });

  app.get<ById>("/checkout/:id/cancel", async (request, reply) => {
    const session = find(request.params.id);
    if (session === null || session.cancel_url === null)
      return sendPage(reply, 404, unknownPage(languageOf(request, session)));
    return reply.redirect(String(session.cancel_url), 303);
  });

  const findWaiting = (id: string): { intent: CardObject; session: CardObject | null } | null => {
    const intent = cards.store.find(id);
    if (intent === undefined || !String(intent.object).endsWith("_intent") || intent.status !== "requires_action")
      return null;
    const name = String(intent.object);
    const [session] = cards.store.list("checkout.session", { limit: 1 }, (one) => one[name] === id).data;
    return { intent, session: session ?? null };
  };

  app.get<ById>("/three-d-secure/:id", async (request, reply) => {
    const waiting = findWaiting(request.params.id);
    const locale = languageOf(request, waiting?.session ?? null);
    if (waiting === null) return sendPage(reply, 404, unknownPage(locale));
    const method = cards.store.get("payment_method", String(waiting.intent.payment_method));
    const target = waiting.session?.success_url ?? returnUrlOf(waiting.intent);
    const origins = target ? [new URL(String(target)).origin] : [];
    return sendPage(reply, 200, verificationPage(locale, waiting.intent, method), origins);
  });

  app.post<ById>("/three-d-secure/:id", async (request, reply) => {
    const waiting = findWaiting(request.params.id);
    const locale = languageOf(request, waiting?.session ?? null);
    if (waiting === null) return sendPage(reply, 404, unknownPage(locale));
    const { intent, session } = waiting;
    const isConfirmed = request.body.get("answer") === "complete";
    const returnUrl = returnUrlOf(intent);
    const outcome = answerVerification(cards, intent, session, isConfirmed);
    if (outcome?.kind === "refused" && !isConfirmed) {
      return reply.redirect(`/checkout/${outcome.session.id}?refused=verification&locale=${locale}`, 303);
    }
    if (outcome !== null) {
      const email = (outcome.session.customer_details as { email: string | null } | null)?.email ?? "";
      return follow(reply, outcome, { locale, form: emptyForm(email), errors: {}, refusal: null });
    }
    return returnUrl === null
      ? sendPage(reply, 200, unknownPage(locale))
      : reply.redirect(withIntent(returnUrl, intent), 303);
  });

  /** For tests: expires a checkout. */
  app.post<ById>("/checkout/:id/expire", async (request, reply) => {
    const session = find(request.params.id);
    if (session?.status !== "open") return reply.code(404).send({ message: "No open checkout has this id" });
    return reply.send(cards.store.transaction(() => expireSession(cards, session)));
  });
}

const authenticationFailureOf = (session: CardObject): CheckoutErrorName =>
  isSetup(session) ? "setup_intent_authentication_failure" : "payment_intent_authentication_failure";

const returnUrlOf = (intent: CardObject): string | null => {
  const action = intent.next_action as { redirect_to_url?: { return_url: string | null } } | null;
  return action?.redirect_to_url?.return_url ?? null;
};

/** Stripe adds the payment and its secret to the return URL. */
function withIntent(returnUrl: string, intent: CardObject): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, String(intent.client_secret));
  return url.href;
}
