import type { FastifyInstance } from "fastify";
import { escapeHtml, type Lang, langOf, sendPage } from "../page.ts";
import type { ApiObject, CardStore } from "./card-store.ts";
import type { Payments } from "./payments.ts";
import { inGerman, isCardNumber, offered } from "./test-cards.ts";

const texts = {
  title: ["Payment", "Zahlung"],
  number: ["Card number", "Kartennummer"],
  expiry: ["Expiry", "Gültig bis"],
  cvc: ["Security code", "Sicherheitscode"],
  name: ["Name on the card", "Name auf der Karte"],
  pay: ["Pay {amount}", "{amount} bezahlen"],
  cancel: ["Cancel and go back", "Abbrechen und zurück"],
  cards: ["Cards to try", "Karten zum Ausprobieren"],
  badNumber: ["This is not a card number.", "Das ist keine Kartennummer."],
  badExpiry: ["Give month and year as 12/29.", "Geben Sie Monat und Jahr als 12/29 an."],
  past: ["This card has expired.", "Diese Karte ist abgelaufen."],
  badCvc: ["Give three or four digits.", "Geben Sie drei oder vier Ziffern an."],
  secure: ["3-D Secure", "3-D Secure"],
  secureText: [
    "Your bank asks whether it is you who pays {amount}.",
    "Ihre Bank fragt, ob Sie es sind, der {amount} bezahlt.",
  ],
  confirm: ["Yes, it is me", "Ja, das bin ich"],
  refuse: ["No, stop this payment", "Nein, Zahlung abbrechen"],
  failed: [
    "The bank could not confirm that it is you. Try again or take another card.",
    "Die Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es erneut oder nehmen Sie eine andere Karte.",
  ],
  over: ["This payment is no longer open.", "Diese Zahlung ist nicht mehr offen."],
} as const;
type Key = keyof typeof texts;

const accepted = ["Visa", "Mastercard", "American Express", "Discover", "JCB", "UnionPay"];

const money = (session: ApiObject): string => {
  const digits = (Number(session.amount_total) / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, "'");
  return `${String(session.currency).toUpperCase()} ${digits}`;
};

type Entered = { number: string; expiry: string; cvc: string };

/** The hosted page on which a card is entered, and the bank's question for 3-D Secure. */
export function checkoutPages(app: FastifyInstance, store: CardStore, payments: Payments, publicUrl: string): void {
  const sayIn =
    (lang: Lang) =>
    (key: Key, amount = "") =>
      texts[key][lang === "de" ? 1 : 0].replace("{amount}", amount);
  const find = (id: string) => {
    const found = store.find(id);
    return found?.object === "checkout.session" ? found : null;
  };
  const backTo = (session: ApiObject) => String(session.success_url).replace("{CHECKOUT_SESSION_ID}", session.id);

  const form = (
    session: ApiObject,
    lang: Lang,
    errors: Partial<Record<keyof Entered | "card", string>>,
    entered?: Entered,
  ) => {
    const say = sayIn(lang);
    const field = (name: keyof Entered, label: string, hint: string, complete: string) =>
      `<label class="field"><span>${label}</span><input name="${name}" inputmode="numeric" autocomplete="${complete}" placeholder="${hint}" value="${escapeHtml(entered?.[name] ?? "")}"${errors[name] ? ' aria-invalid="true"' : ""}>${errors[name] ? `<em role="alert">${errors[name]}</em>` : ""}</label>`;
    const lines = (session.sandbox_lines as { name: string; amount: number }[])
      .map(
        (line) =>
          `<li><span>${escapeHtml(line.name)}</span><b>${money({ ...session, amount_total: line.amount })}</b></li>`,
      )
      .join("");
    const cards = offered
      .map(
        (card) =>
          `<li><button type="button" data-card="${card.number}">${card.number.replace(/(.{4})(?=.)/g, "$1 ")}</button> ${lang === "de" ? card.de : card.en}</li>`,
      )
      .join("");
    return `<div class="checkout"><h1>${money(session)}</h1><ul class="lines">${lines}</ul>
${errors.card ? `<p class="warn" role="alert">${escapeHtml(errors.card)}</p>` : ""}
<form method="post" action="/checkout/${session.id}?lang=${lang}" class="sheet" novalidate>
${field("number", say("number"), "4242 4242 4242 4242", "cc-number")}
<div class="pair">${field("expiry", say("expiry"), "12/29", "cc-exp")}${field("cvc", say("cvc"), "123", "cc-csc")}</div>
<button class="primary">${say("pay", money(session))}</button>
<ul class="brands">${accepted.map((brand) => `<li>${brand}</li>`).join("")}</ul>
</form>
${session.cancel_url ? `<p><a href="${escapeHtml(String(session.cancel_url))}">${say("cancel")}</a></p>` : ""}
<div class="sheet cards"><h2>${say("cards")}</h2><ul>${cards}</ul></div></div>`;
  };
  const show = (body: string, lang: Lang) => ({
    lang,
    publicUrl,
    bare: true,
    title: sayIn(lang)("title"),
    script: "/checkout.js",
    body,
  });
  const langFor = (session: ApiObject, request: Parameters<typeof langOf>[0]): Lang =>
    session.locale === "de" || session.locale === "en" ? session.locale : langOf(request);

  app.get("/checkout/:id", async (request, reply) => {
    const session = find((request.params as { id: string }).id);
    if (!session) return reply.code(404).send({ message: "No such checkout" });
    const lang = langFor(session, request);
    if (session.payment_status === "paid") return reply.redirect(backTo(session), 303);
    if (session.status !== "open") return sendPage(reply, show(`<h1>${sayIn(lang)("over")}</h1>`, lang));
    return sendPage(reply, show(form(session, lang, {}), lang));
  });

  app.post("/checkout/:id", async (request, reply) => {
    const session = find((request.params as { id: string }).id);
    if (!session) return reply.code(404).send({ message: "No such checkout" });
    const lang = langFor(session, request);
    const say = sayIn(lang);
    const body = (request.body ?? {}) as Partial<Entered>;
    const entered = { number: (body.number ?? "").replace(/\D/g, ""), expiry: body.expiry ?? "", cvc: body.cvc ?? "" };
    const errors = check(entered, say, store.now());
    if (Object.keys(errors).length > 0)
      return sendPage(reply.code(422), show(form(session, lang, errors, entered), lang));
    const result = payments.paySession(session, entered.number);
    if (result === "paid") return reply.redirect(backTo(session), 303);
    if (result === "authenticate") {
      session.sandbox_card = entered.number;
      store.put(session);
      return reply.redirect(`/checkout/${session.id}/secure?lang=${lang}`, 303);
    }
    const card = lang === "de" ? inGerman(result.declined) : result.declined;
    return sendPage(reply.code(402), show(form(session, lang, { card }, { ...entered, cvc: "" }), lang));
  });

  app.get("/checkout/:id/secure", async (request, reply) => {
    const session = find((request.params as { id: string }).id);
    if (!session) return reply.code(404).send({ message: "No such checkout" });
    const lang = langFor(session, request);
    const say = sayIn(lang);
    return sendPage(
      reply,
      show(
        `<div class="checkout"><h1>${say("secure")}</h1><p class="lead">${say("secureText", money(session))}</p><form method="post" action="/checkout/${session.id}/secure?lang=${lang}" class="sheet"><button class="primary" name="answer" value="yes">${say("confirm")}</button><button name="answer" value="no">${say("refuse")}</button></form></div>`,
        lang,
      ),
    );
  });

  app.post("/checkout/:id/secure", async (request, reply) => {
    const session = find((request.params as { id: string }).id);
    if (!session || typeof session.sandbox_card !== "string")
      return reply.code(404).send({ message: "No such checkout" });
    const lang = langFor(session, request);
    const yes = (request.body as { answer?: string } | undefined)?.answer === "yes";
    const result = payments.paySession(session, session.sandbox_card, yes);
    delete session.sandbox_card;
    store.put(session);
    if (result === "paid") return reply.redirect(backTo(session), 303);
    return sendPage(reply.code(402), show(form(session, lang, { card: sayIn(lang)("failed") }), lang));
  });
}

function check(entered: Entered, say: (key: Key) => string, now: number): Partial<Record<keyof Entered, string>> {
  const errors: Partial<Record<keyof Entered, string>> = {};
  if (!isCardNumber(entered.number)) errors.number = say("badNumber");
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(entered.expiry) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) errors.expiry = say("badExpiry");
  else if (Date.UTC(2000 + Number(year), Number(month), 1) / 1000 < now) errors.expiry = say("past");
  if (!/^\d{3,4}$/.test(entered.cvc.trim())) errors.cvc = say("badCvc");
  return errors;
}
