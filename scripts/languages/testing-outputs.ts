import type { Language } from "@litfass/contract/kernel/language";
import { defaultBrand, defaultPrices } from "@litfass/contract/settings/default-settings";
import { problemBody } from "@litfass/platform/http/errors";
import { mailBrandOf } from "@litfass/platform/mail/mail-content";
import { renderMail } from "@litfass/platform/mail/render-mail";
import { Problem } from "@litfass/platform/problem";
import { drawInvoice } from "../../server/src/modules/billing/invoices/invoice-pdf.ts";
import { testInvoice } from "../../server/src/modules/billing/invoices/testing-invoice.ts";
import { faqSection } from "../../server/src/modules/site/landing/closing-sections.ts";
import { categoryTree } from "../../server/src/modules/targeting/categories/category-tree.ts";
import { pdfText } from "../../server/src/testing/pdf-text.ts";
import { sampleMails } from "../../server/src/testing/sample-mails.ts";

/** Prints what the product writes in the language of the first argument. */
const language = process.argv[2] as Language;
const brand = mailBrandOf(
  defaultBrand({ mailFrom: "Litfass <no-reply@ads.example>", mailReplyTo: null }),
  "https://ads.example",
);
const [first] = sampleMails(language, "Anna");
if (!first) throw new Error("There is no mail");
const invoice = testInvoice({ currency: "CHF", netMicros: 1_500_000_000n, vatRate: 810, countryCode: "CH" });
const { subject, text } = renderMail(first[1], brand);
const outputs = {
  page: String(faqSection(language, { prices: defaultPrices, today: "2026-05-04" })),
  answer: problemBody(new Problem("not_found"), language, "request").message,
  mail: `${subject}\n${text}`,
  document: pdfText(await drawInvoice({ ...invoice, language })),
  categories: categoryTree(language)[0]?.category_name,
};
console.log(JSON.stringify(outputs));
