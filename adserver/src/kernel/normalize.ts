import { memoize } from "./memoize.ts";

const maxDomains = 20_000;

/** The bare host in lowercase: "https://www.A.example:443/x" gives "a.example". */
export const normaliseDomain = memoize((value: string): string => {
  let domain = value.trim().toLowerCase();
  const scheme = domain.indexOf("://");
  if (scheme >= 0) domain = domain.slice(scheme + 3);
  for (const stop of ["/", "?", "#", ":"]) {
    const at = domain.indexOf(stop);
    if (at >= 0) domain = domain.slice(0, at);
  }
  if (domain.startsWith("www.")) domain = domain.slice(4);
  return domain.replace(/\.+$/, "");
}, maxDomains);

/** The domain and its parents that have a dot: "a.b.example" gives itself and "b.example". */
export function domainAndParents(domain: string): string[] {
  const names = [domain];
  let rest = domain;
  for (let dot = rest.indexOf("."); dot >= 0; dot = rest.indexOf(".")) {
    rest = rest.slice(dot + 1);
    if (!rest.includes(".")) break;
    names.push(rest);
  }
  return names;
}

const ascii = /^[\x20-\x7e]*$/;

/** Lowercase words without accents, for comparing names and keywords. */
export function normaliseWords(value: string): string {
  if (ascii.test(value))
    return value
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  const plain = value.normalize("NFD").replace(/\p{M}/gu, "");
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const maxNames = 50_000;
const maxPages = 5_000;

/** `normaliseWords`, memoized for cities and postal codes, which are few. */
export const normaliseName = memoize(normaliseWords, maxNames);
/** `normaliseWords`, memoized for the text of pages. */
export const normalisePage = memoize(normaliseWords, maxPages);

/** A category code and its parent: "IAB1-2" gives itself and "IAB1". */
export function categoryAndParent(code: string): string[] {
  const dash = code.indexOf("-");
  return dash > 0 ? [code, code.slice(0, dash)] : [code];
}

/** How publishers' lists name an ID of a newer taxonomy, whose IDs are numbers as well. */
export const contentKey = (id: string): string => `content ${id}`;
export const productKey = (id: string): string => `product ${id}`;
