import { readFileSync } from "node:fs";
import path from "node:path";
import { productName } from "@litfass/contract/settings/default-settings";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import { apiBase } from "@litfass/platform/http/mount";
import { escapeHtml, Html, html } from "@litfass/platform/http/pages/html";

/** The address of an uploaded image. */
export const imageAddress = (hash: string): string => `${apiBase}/site/images/${hash}`;
const assets = path.join(import.meta.dirname, "../assets");

/** An SVG of the assets folder, to be inlined: it follows the colors of the page. */
const inlined = (name: string): Html => new Html(readFileSync(path.join(assets, name), "utf8").trim());

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><g class="k"><circle cx="16" cy="2.6" r="1.6"/><path d="M8.6 9C9.6 5.9 12.5 4 16 4s6.400 1.900 7.400 5z"/><rect x="6" y="9" width="20" height="3" rx=".8"/><rect x="6" y="27.5" width="20" height="3.5" rx=".8"/></g><path d="M8 12h16v15.500H8z" fill="#338CF5"/><path d="M9.600 14h7.400v10H9.600z" fill="#fff"/><path d="M18.400 13.400h4v5.200h-4z" fill="#FFC94A"/><path d="M18.400 20h4v6h-4z" fill="#0C1219"/><path d="M11 16.600h4.600v1.400H11zM11 19.200h3.200v1.400H11z" fill="#0C1219"/></svg>`;

const wordmark = inlined("wordmark.svg");

/** The operator's logo, on a white plate where the one for light pages is on a dark one, or a mark with the name. */
export function logoOf({ operator_name: name, logo_light: light, logo_dark: dark, mark: own }: Brand): Html {
  if (light !== null) {
    return html`<img class="logo on-light" src="${imageAddress(light)}" alt=""><img class="logo on-dark${dark === null && " plate"}" src="${imageAddress(dark ?? light)}" alt="">`;
  }
  const picture = own === null ? mark : html`<img class="mark" src="${imageAddress(own)}" alt="">`;
  return html`${picture}${name === productName ? wordmark : html`<span>${name}</span>`}`;
}

/** The address of the operator's mark, or of the built-in one. */
export const iconAddress = ({ mark: own }: Brand): string => (own === null ? "/mark.svg" : imageAddress(own));

/** The icon of the browser's tab. */
export const iconOf = (brand: Brand): Html =>
  html`<link rel="icon" href="${iconAddress(brand)}" type="${brand.mark === null ? "image/svg+xml" : "image/png"}">`;

const column = inlined("column.svg").text;

/** The advertising column of the landing page with the texts of its posters. */
export const columnArt = (texts: { first: string; second: string; bike: string; seen: string }): Html =>
  new Html(
    column.replaceAll(/\{(first|second|bike|seen)\}/g, (_all, name: keyof typeof texts) => escapeHtml(texts[name])),
  );

export const globe = html`<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 2a14.500 14.500 0 0 0 0 20 14.500 14.500 0 0 0 0-20"/><path d="M2 12h20"/></svg>`;
