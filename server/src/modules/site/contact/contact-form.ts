import type { FieldErrors } from "@litfass/contract/kernel/field-errors";
import type { Language } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { t } from "./texts.ts";

/** What a visitor typed, and what is wrong with it. */
export type FormState = { values?: Record<string, string>; errors?: FieldErrors };

const maxLength = { name: 100, email: 254, phone: 40, message: 5000 };

/**
 * The contact form (PUB-008, PUB-010). Without scripts it posts to the page's own route; the script posts the same
 * fields to the API and shows the result in place.
 */
export function contactForm(language: Language, { values = {}, errors = {} }: FormState): Html {
  const input = (name: "name" | "email" | "phone", attributes: Html): Html =>
    field(
      name,
      html`<input class="inp" name="${name}" value="${values[name]}" maxlength="${maxLength[name]}" ${attributes}${described(name)}>`,
    );
  const described = (name: string): Html =>
    html` id="contact-${name}" aria-describedby="contact-${name}-error"${errors[name] && html` aria-invalid="true"`}`;
  const field = (name: keyof typeof maxLength, control: Html): Html =>
    html`<div class="field"><label for="contact-${name}">${t(language, `contact.${name}`)}${name === "phone" && html`<span>${t(language, "contact.optional")}</span>`}</label>${control}<p class="err" id="contact-${name}-error" data-error="${name}">${errors[name]?.[0]}</p></div>`;
  const isWrong = Object.keys(errors).length > 0;
  return html`<form class="card form" method="post" action="/${language}/contact" data-api="/api/v1/frontend/contact" data-failed="${t(language, "contact.wrong")}" novalidate>
<p class="note${isWrong && " bad"}" role="status" data-note>${isWrong && t(language, "contact.wrong")}</p>
${input("name", html`autocomplete="name" required`)}${input("email", html`type="email" autocomplete="email" required`)}${input("phone", html`type="tel" autocomplete="tel"`)}
${field("message", html`<textarea class="inp" name="message" maxlength="${maxLength.message}" rows="5" required${described("message")}>${values.message}</textarea>`)}
<div class="hp" aria-hidden="true"><label>${t(language, "contact.trap")}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<button class="btn p" type="submit">${t(language, "contact.send")}</button></form>`;
}
