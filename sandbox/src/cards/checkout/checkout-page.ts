import { type Locale, money } from "../../look/locale.ts";
import { html, type Markup } from "../../look/markup.ts";
import { page } from "../../look/page.ts";
import type { CardObject } from "../card-store.ts";
import { type Brand, brandOf, testCards } from "../test-cards.ts";
import { cardIcon } from "./card-icons.ts";
import type { CheckoutErrorName } from "./checkout-english.ts";
import type { CheckoutForm, FieldErrors, FieldName } from "./checkout-form.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import type { LineItem } from "./line-items.ts";
import { isSetup, takesTwint } from "./pay-checkout.ts";

export type CheckoutView = {
  locale: Locale;
  session: CardObject;
  items: LineItem[];
  form: CheckoutForm;
  errors: FieldErrors;
  /** Why the card was declined, if no single field is the cause. */
  refusal: CheckoutErrorName | null;
};

const brands: Brand[] = ["visa", "mastercard", "amex", "discover", "jcb", "unionpay"];
const frame = { section: null, styles: ["checkout.css"], scripts: ["checkout-page.js"] };
const shownTestCards = 14;

const grouped = (number: string): string => {
  const figures = number.replace(/\D/g, "");
  const groups = brandOf(figures) === "amex" ? /^(\d{4})(\d{0,6})(\d{0,5})/ : /^(\d{4})(\d{0,4})(\d{0,4})(\d{0,7})/;
  return groups.exec(figures)?.slice(1).filter(Boolean).join(" ") ?? figures;
};

const attributes: Record<FieldName, Markup> = {
  email: html`type="email" autocomplete="email" maxlength="120"`,
  number: html`inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234"`,
  expiry: html`inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY"`,
  cvc: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
  name: html`autocomplete="cc-name" maxlength="120"`,
};

function field(view: CheckoutView, name: FieldName, label: string, help: string | null): Markup {
  const error = view.errors[name];
  const text = error === undefined ? help : checkoutTexts[view.locale].errors[error];
  const value = name === "number" ? grouped(view.form.number) : view.form[name];
  const described = text === null ? null : html` aria-describedby="${name}-note"`;
  const required = name === "name" ? null : html` required`;
  const invalid = error === undefined ? null : html` aria-invalid="true"`;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}"${required} ${attributes[name]}${described}${invalid}>
${text === null ? null : html`<p id="${name}-note" class="${error === undefined ? "help" : "error"}">${text}</p>`}</div>`;
}

/** The card form with the purchase and the test cards. Works without scripts. */
export function checkoutPage(view: CheckoutView): Markup {
  const { locale, session, items } = view;
  const t = checkoutTexts[locale];
  const amount = (minor: unknown): string => money(Number(minor), String(session.currency));
  const positions = items.map(
    ({ description, quantity, amount_total }) =>
      html`<li><span>${description}${quantity > 1 ? html`<small>${t.quantity(quantity)}</small>` : null}</span><span class="number">${amount(amount_total)}</span></li>`,
  );
  const tests = testCards
    .slice(0, shownTestCards)
    .map(
      ({ number, brand, outcome }) =>
        html`<li><button type="submit" name="fill" value="${number}" formnovalidate>${cardIcon(brand)}<span class="digits">${grouped(number)}</span><span class="outcome">${t.outcomes[outcome]}</span></button></li>`,
    );
  const refusal = view.refusal === null ? null : html`<p class="refusal" role="alert">${t.errors[view.refusal]}</p>`;
  const keeps = isSetup(session);
  const order = keeps
    ? html`<h1>${t.keepTitle}</h1><p class="lead">${t.keepNote}</p>`
    : html`<h1>${t.pay(amount(session.amount_total))}</h1>
<h2 class="label">${t.order}</h2><ul>${positions}</ul>
<p class="total"><span>${t.total}</span><span class="number">${amount(session.amount_total)}</span></p>`;
  const title = keeps ? t.keepTitle : t.title;
  const body = html`<form method="post" class="checkout" novalidate>
<section class="order">${order}
${session.cancel_url === null ? null : html`<a class="back" href="/checkout/${session.id}/cancel">${t.back}</a>`}</section>
<section class="sheet card-form" aria-label="${title}">${refusal}
${field(view, "email", t.email, null)}
<div class="with-brands">${field(view, "number", t.number, null)}<p class="brands" aria-label="${t.brands}">${brands.map(cardIcon)}</p></div>
<div class="pair">${field(view, "expiry", t.expiry, t.expiryHelp)}${field(view, "cvc", t.cvc, t.cvcHelp)}</div>
${field(view, "name", t.name, null)}
<button type="submit" class="button primary" id="pay">${keeps ? t.keep : t.pay(amount(session.amount_total))}</button>
${takesTwint(session) ? html`<p class="or">${t.or}</p><button type="submit" class="button" id="twint" name="method" value="twint" formnovalidate>${t.twint}</button>` : null}</section>
<section class="tests"><h2 class="label">${t.testCards}</h2><p class="caption">${t.testNote}</p><ul>${tests}</ul></section></form>`;
  return page({ ...frame, locale, title: `${title} - Sandbox`, body });
}

const notice = (locale: Locale, title: string, body: Markup): Markup =>
  page({
    ...frame,
    scripts: [],
    locale,
    title: `${title} - Sandbox`,
    body: html`<section class="notice"><h1>${title}</h1>${body}</section>`,
  });

export const unknownPage = (locale: Locale): Markup =>
  notice(locale, checkoutTexts[locale].unknown, html`<p class="lead">${checkoutTexts[locale].goneNote}</p>`);

/** The page of a closed checkout. */
export function closedPage(locale: Locale, session: CardObject, successUrl: string): Markup {
  const t = checkoutTexts[locale];
  if (session.status === "complete") {
    return notice(
      locale,
      isSetup(session) ? t.saved : t.paid,
      html`<p><a class="button primary" href="${successUrl}">${t.continue}</a></p>`,
    );
  }
  const back =
    session.cancel_url === null
      ? null
      : html`<p><a class="button" href="${String(session.cancel_url)}">${t.continue}</a></p>`;
  return notice(locale, t.gone, html`<p class="lead">${t.goneNote}</p>${back}`);
}

/** The page of the bank or of TWINT, where the buyer confirms a payment or a card. */
export function verificationPage(locale: Locale, intent: CardObject, method: CardObject): Markup {
  const t = checkoutTexts[locale];
  const amount = money(Number(intent.amount), String(intent.currency));
  if (method.type === "twint") return confirmation(locale, t.twintTitle, amount, t.twintNote);
  const last4 = String((method.card as Record<string, unknown>).last4);
  const what = intent.object === "setup_intent" ? t.verifyCard(last4) : t.verifyPayment(amount, last4);
  return confirmation(locale, t.verifyTitle, what, t.verifyNote);
}

const confirmation = (locale: Locale, title: string, what: string, note: string): Markup => {
  const t = checkoutTexts[locale];
  return notice(
    locale,
    title,
    html`<p class="lead">${what}</p><p class="second">${note}</p>
<form method="post" class="buttons"><button class="button primary" name="answer" value="complete">${t.complete}</button>
<button class="button" name="answer" value="fail">${t.fail}</button></form>`,
  );
};
