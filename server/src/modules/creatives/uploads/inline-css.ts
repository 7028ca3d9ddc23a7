import { string as cssString, url as cssUrl, tokenize, tokenTypes } from "css-tree";
import type { BannerFiles } from "./banner-files.ts";

const deepestImport = 5;
type Import = { start: number; address: string | null; rest: number };

/**
 * A style sheet with everything it loads inlined. `from` is the file that contains it. Works on tokens in one pass:
 * untrusted style sheets may contain anything, and parts browsers do not understand stay unchanged.
 */
export function inlineCss(css: string, from: string, files: BannerFiles, importers: string[] = []): string {
  const out: string[] = [];
  let copied = 0;
  let atImport: Import | null = null;
  /** Start of a `url(` with a string argument. */
  let urlStart: number | null = null;
  let quoted: string | null = null;
  /** For every open parenthesis, whether its strings are URLs, as in `image-set("a.png" 1x)`. */
  const parentheses: boolean[] = [];

  const replace = (start: number, end: number, text: string): void => {
    out.push(css.slice(copied, start), text);
    copied = end;
  };
  const addressed = (start: number, end: number, address: string): void => {
    if (atImport) {
      atImport.address ??= address;
      atImport.rest = end;
    } else if (!/^(data:|#)/i.test(address.trim())) {
      const name = files.find(address, from);
      replace(start, end, `url("${name ? files.dataUri(name) : "data:,"}")`);
    }
  };
  const endImport = (found: Import, end: number): void => {
    const rest = css.slice(found.rest, end).replaceAll(";", "").trim();
    replace(found.start, end, found.address === null ? "" : imported(found.address, rest));
    atImport = null;
  };
  const imported = (address: string, rest: string): string => {
    const name = importers.length < deepestImport ? files.find(address, from) : null;
    // Stops files that import each other.
    if (!name || name === from || importers.includes(name)) return "";
    const text = inlineCss(files.text(name), name, files, [...importers, from]);
    return rest === "" || /^(?:layer|supports)\b/i.test(rest) ? text : `@media ${rest}{${text}}`;
  };

  tokenize(css, (type, start, end) => {
    if (urlStart !== null) {
      if (type === tokenTypes.String) quoted = cssString.decode(css.slice(start, end));
      if (type === tokenTypes.String || type === tokenTypes.WhiteSpace) return;
      if (type === tokenTypes.RightParenthesis && quoted !== null) addressed(urlStart, end, quoted);
      urlStart = quoted = null;
      if (type === tokenTypes.RightParenthesis) return;
    }
    if (type === tokenTypes.Comment) {
      // An empty comment still separates its two sides.
      if (!atImport) replace(start, end, "/**/");
    } else if (type === tokenTypes.AtKeyword && css.slice(start, end).toLowerCase() === "@import") {
      if (!atImport) atImport = { start, address: null, rest: end };
    } else if (atImport && (type === tokenTypes.Semicolon || type === tokenTypes.LeftCurlyBracket)) {
      endImport(atImport, type === tokenTypes.Semicolon ? end : start);
    } else if (type === tokenTypes.Url) {
      addressed(start, end, cssUrl.decode(css.slice(start, end)));
    } else if (type === tokenTypes.Function) {
      const name = css.slice(start, end).toLowerCase();
      if (name === "url(" || name === "src(") urlStart = start;
      else parentheses.push(name.endsWith("image-set("));
    } else if (type === tokenTypes.LeftParenthesis) parentheses.push(false);
    else if (type === tokenTypes.RightParenthesis) parentheses.pop();
    else if (type === tokenTypes.String && (parentheses.at(-1) || (atImport && atImport.address === null))) {
      addressed(start, end, cssString.decode(css.slice(start, end)));
    }
  });
  if (atImport) endImport(atImport, css.length);
  out.push(css.slice(copied));
  return out.join("");
}
