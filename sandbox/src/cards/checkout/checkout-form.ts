import type { NewCard } from "../payment-methods.ts";
import type { CheckoutErrorName } from "./checkout-english.ts";

export type FieldName = "cvc" | "email" | "expiry" | "name" | "number";
export type CheckoutForm = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, CheckoutErrorName>>;

const fields: FieldName[] = ["email", "number", "expiry", "cvc", "name"];
const longestField = 200;

export const emptyForm = (email: string): CheckoutForm => ({ email, number: "", expiry: "", cvc: "", name: "" });

export function readForm(body: URLSearchParams): CheckoutForm {
  const form = emptyForm("");
  for (const name of fields) form[name] = (body.get(name) ?? "").slice(0, longestField).trim();
  return form;
}

/** The error of the buyer's address, which every method of payment needs. */
export const emailErrorOf = ({ email }: CheckoutForm): "email" | null =>
  /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(email) ? null : "email";

/** The card in a form, or its errors. The processor checks the rest. */
export function cardOf(form: CheckoutForm): { card: NewCard | null; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const expiry = /^(\d{1,2})[/.-]?(\d{2}|\d{4})$/.exec(form.expiry.replace(/\s/g, ""));
  const email = emailErrorOf(form);
  if (email) errors.email = email;
  if (expiry === null) errors.expiry = "expiry";
  if (form.cvc === "") errors.cvc = "invalid_cvc";
  if (form.number === "") errors.number = "incorrect_number";
  if (expiry === null || Object.keys(errors).length > 0) return { card: null, errors };
  const year = Number(expiry[2]);
  const card = {
    number: form.number.replace(/\D/g, ""),
    expMonth: Number(expiry[1]),
    expYear: year < 100 ? 2000 + year : year,
    cvc: form.cvc,
  };
  return { card, errors };
}

/** The field of an error, if it concerns one. */
export const fieldOfError: Record<string, FieldName> = {
  incorrect_number: "number",
  invalid_expiry_month: "expiry",
  invalid_expiry_year: "expiry",
  expired_card: "expiry",
  invalid_cvc: "cvc",
  incorrect_cvc: "cvc",
};

/** The text of a processor's error code. */
export function errorNameOf(code: string | undefined, declineCode: string | undefined): CheckoutErrorName {
  const known: CheckoutErrorName[] = [
    "incorrect_number",
    "invalid_expiry_month",
    "invalid_expiry_year",
    "invalid_cvc",
    "incorrect_cvc",
    "insufficient_funds",
    "expired_card",
    "processing_error",
    "payment_intent_authentication_failure",
    "test_mode_live_card",
  ];
  return known.find((name) => name === declineCode) ?? known.find((name) => name === code) ?? "declined";
}
