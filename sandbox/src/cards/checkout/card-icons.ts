import { html, type Markup } from "../../look/markup.ts";
import type { Brand } from "../test-cards.ts";

export const brandNames: Record<Brand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const drawings: Record<Brand, Markup> = {
  visa: html`<rect width="40" height="26" rx="4" fill="#1434CB"/><text x="20" y="17.6" font-size="12.5" font-weight="800" font-style="italic" text-anchor="middle" fill="#FFFFFF">VISA</text>`,
  mastercard: html`<rect width="40" height="26" rx="4" fill="#0C1219"/><circle cx="16" cy="13" r="7.5" fill="#EB001B"/><circle cx="24" cy="13" r="7.5" fill="#F79E1B"/><path d="M20 6.66a7.5 7.5 0 0 1 0 12.68 7.5 7.5 0 0 1 0-12.68z" fill="#FF5F00"/>`,
  amex: html`<rect width="40" height="26" rx="4" fill="#016FD0"/><text x="20" y="16.8" font-size="10.5" font-weight="800" text-anchor="middle" fill="#FFFFFF">AMEX</text>`,
  discover: html`<rect width="40" height="26" rx="4" fill="#FFFFFF"/><path d="M40 14v8a4 4 0 0 1-4 4H14c12-2 20-6 26-12z" fill="#F26E21"/><text x="19" y="14" font-size="7" font-weight="800" text-anchor="middle" fill="#0C1219">DISCOVER</text>`,
  jcb: html`<rect width="40" height="26" rx="4" fill="#FFFFFF"/><rect x="8" y="4" width="7.4" height="18" rx="2" fill="#0B4EA2"/><rect x="16.3" y="4" width="7.4" height="18" rx="2" fill="#C8102E"/><rect x="24.600" y="4" width="7.4" height="18" rx="2" fill="#007B40"/><g font-size="6" font-weight="800" text-anchor="middle" fill="#FFFFFF"><text x="11.7" y="15.2">J</text><text x="20" y="15.2">C</text><text x="28.3" y="15.2">B</text></g>`,
  unionpay: html`<rect width="40" height="26" rx="4" fill="#FFFFFF"/><path d="M9.500 4H18l-3.500 18H6z" fill="#D10429"/><path d="M17.500 4H26l-3.500 18H14z" fill="#022E64"/><path d="M25.500 4H34l-3.500 18H22z" fill="#076F74"/><text x="20" y="15" font-size="5.400" font-weight="800" text-anchor="middle" fill="#FFFFFF">UnionPay</text>`,
};

/** A card's brand as a small image with its name. */
export const cardIcon = (brand: Brand): Markup =>
  html`<svg class="card-icon" data-brand="${brand}" viewBox="0 0 40 26" width="40" height="26" role="img" aria-label="${brandNames[brand]}"><title>${brandNames[brand]}</title>${drawings[brand]}</svg>`;
