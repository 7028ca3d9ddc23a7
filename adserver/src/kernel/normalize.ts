import { remembered } from "./memoize.ts";

const mostDomains = 20_000;

/** Lower case, without scheme, port, path and leading "www.": "https://www.A.example:443/x" is "a.example". */
export const normaliseDomain = remembered((value: string): string => {
  let domain = value.trim().toLowerCase();
  const scheme = domain.indexOf("://");
  if (scheme >= 0) domain = domain.slice(scheme + 3);
  for (const stop of ["/", "?", "#", ":"]) {
    const at = domain.indexOf(stop);
    if (at >= 0) domain = domain.slice(0, at);
  }
  if (domain.startsWith("www.")) domain = domain.slice(4);
  return domain.replace(/\.+$/, "");
}, mostDomains);

/** The domain and each parent of it that still has a dot: "a.b.example" gives itself and "b.example". */
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

/** Lower case words without accents: what place names and keywords are compared by. */
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

const mostNames = 50_000;
const mostPages = 5_000;

/** As `normaliseWords`, remembered: of cities and postal codes there are few. */
export const normaliseName = remembered(normaliseWords, mostNames);
/** As `normaliseWords`, remembered: for the words of pages. */
export const normalisePage = remembered(normaliseWords, mostPages);

/** A category code and its parent: "IAB1-2" gives itself and "IAB1". */
export function categoryAndParent(code: string): string[] {
  const dash = code.indexOf("-");
  return dash > 0 ? [code, code.slice(0, dash)] : [code];
}
