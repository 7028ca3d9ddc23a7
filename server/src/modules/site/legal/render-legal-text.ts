import type { Company } from "@litfass/contract/settings/company";
import type { LegalPlaceholder } from "@litfass/contract/settings/legal-texts";
import { Html } from "@litfass/platform/http/pages/html";
import MarkdownIt from "markdown-it";
import { scrollTables } from "../frame/scroll-tables.ts";

/** No HTML, and no images, which visitors would load from third parties. The page has the heading of the first level. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable("image");
/** Web pages, mail addresses, and pages of this site. */
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(url);
markdown.core.ruler.push("lower_headings", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  }
});

/** Every punctuation character can be escaped in Markdown (CommonMark 0.31, 2.4). */
const escapeMarkdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");

/** Name and address of the operator, one line each. */
export const addressOf = (company: Company): string[] => [
  company.name,
  `${company.street} ${company.house_number}`,
  `${company.country_code}-${company.postal_code} ${company.city}`,
];

/** The operator's own text as HTML, with the company's data at its placeholders. */
export function renderLegalText(text: string, company: Company): Html {
  const values: Record<LegalPlaceholder, string> = {
    name: escapeMarkdown(company.name),
    address: addressOf(company).map(escapeMarkdown).join("\\\n"),
    city: escapeMarkdown(company.city),
    email: escapeMarkdown(company.email),
    phone: escapeMarkdown(company.phone ?? ""),
    register: escapeMarkdown(company.register ?? ""),
    vat_number: escapeMarkdown(company.vat_number ?? ""),
  };
  const filled = text.replaceAll(/\{([a-z_]+)\}/g, (all, name) =>
    Object.hasOwn(values, name) ? values[name as LegalPlaceholder] : all,
  );
  return new Html(scrollTables(markdown.render(filled)));
}
