import type { Language } from "@litfass/contract/kernel/language";
import { adReportReasonTexts } from "@litfass/contract/transparency/ad-report-reason-texts";
import { adReportReasons } from "@litfass/contract/transparency/ad-report-reasons";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { type ShownAd, whyShown } from "../../transparency/index.ts";
import type { FormState } from "../contact/contact-form.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Site } from "../frame/site.ts";
import { t } from "./texts.ts";

export const aboutAdPath = "/about-this-ad";
const maxLength = { message: 2000, email: 254 };

/** The page behind an ad's label: who paid, why this visitor sees it, how to opt out, and the form to report it. */
export function aboutAdPage(
  { config, settings }: Site,
  { language, ad, token }: { language: Language; ad: ShownAd; token: string },
  state: FormState = {},
): SitePage {
  const { advertiserName, advertiserDomain } = ad.campaign;
  const { operator_name: operator } = settings.current().brand;
  const optOut = `${config.adsUrl}/opt-out?t=${token}&lang=${language}`;
  return {
    path: `${aboutAdPath}?t=${token}`,
    title: t(language, "title"),
    isUnlisted: true,
    body: html`<div class="text"><h1>${t(language, "title")}</h1>
<h2>${t(language, "paid.title")}</h2><p>${t(language, "paid.text", { advertiser: advertiserName || advertiserDomain })} ${t(language, "paid.by", { operator })}${advertiserDomain !== "" && ` ${t(language, "paid.link", { domain: advertiserDomain })}`}</p>
<h2>${t(language, "why.title")}</h2><ul class="dots">${whyShown(ad, language).map((reason) => html`<li>${reason}</li>`)}</ul>
<h2>${t(language, "choice.title")}</h2><p>${t(language, "choice.text")} ${t(language, "choice.signals")}</p><p class="row"><a class="btn" href="${optOut}">${t(language, "choice.link")}</a></p>
<h2 id="report">${t(language, "report.title")}</h2><p>${t(language, "report.lead")}</p>${reportForm(language, token, state)}</div>`,
  };
}

function reportForm(language: Language, token: string, { values = {}, errors = {} }: FormState): Html {
  const described = (name: string): Html =>
    html` id="report-${name}" aria-describedby="report-${name}-error"${errors[name] && html` aria-invalid="true"`}`;
  const field = (name: "reason" | "message" | "email", control: Html): Html =>
    html`<div class="field"><label for="report-${name}">${t(language, `report.${name}`)}${name !== "reason" && html`<span>${t(language, "report.optional")}</span>`}</label>${control}<p class="err" id="report-${name}-error">${errors[name]?.[0]}</p></div>`;
  const isWrong = Object.keys(errors).length > 0;
  const options = adReportReasons.map(
    (reason) =>
      html`<option value="${reason}"${values.reason === reason && html` selected`}>${adReportReasonTexts[reason][language]}</option>`,
  );
  return html`<form class="card form" method="post" action="${pathIn(language, aboutAdPath)}" novalidate>
<p class="note${isWrong && " bad"}" role="status">${isWrong && t(language, "report.wrong")}</p><input type="hidden" name="t" value="${token}">
${field("reason", html`<select class="inp" name="reason" required${described("reason")}>${options}</select>`)}
${field("message", html`<textarea class="inp" name="message" maxlength="${maxLength.message}" rows="4"${described("message")}>${values.message}</textarea>`)}
${field("email", html`<input class="inp" name="email" type="email" autocomplete="email" value="${values.email}" maxlength="${maxLength.email}"${described("email")}>`)}
<div class="hp" aria-hidden="true"><label>${t(language, "report.trap")}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<p class="fine">${t(language, "report.use")}</p>
<button class="btn p" type="submit">${t(language, "report.send")}</button></form>`;
}

export const reportedPage = (language: Language, token: string): SitePage => ({
  path: `${aboutAdPath}?t=${token}`,
  title: t(language, "sent.title"),
  isUnlisted: true,
  body: html`<div class="text"><h1>${t(language, "sent.title")}</h1><p class="lead">${t(language, "sent.text")}</p><p class="row"><a class="btn" href="${pathIn(language, aboutAdPath)}?t=${token}">${t(language, "sent.back")}</a></p></div>`,
});

/** For an address without a valid token, and for a deleted campaign. */
export const unknownAdPage = (language: Language): SitePage => ({
  path: aboutAdPath,
  title: t(language, "gone.title"),
  isUnlisted: true,
  body: html`<div class="text"><h1>${t(language, "gone.title")}</h1><p class="lead">${t(language, "gone.text")}</p><p class="row"><a class="btn p" href="${pathIn(language, "/contact")}">${t(language, "gone.contact")}</a></p></div>`,
});
