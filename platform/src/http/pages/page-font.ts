import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The Unicode ranges of the typeface's two files that English and German need, as its package gives them. */
const ranges: Record<string, string> = {
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113",
};

/** The rules that give the server's own pages the typeface of the web app, from its build; empty where there is none. */
export function pageFont(dist: string): string {
  const folder = path.join(dist, "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.entries(ranges)
    .map(([subset, range]) => {
      const file = files.find((each) => new RegExp(`^inter-${subset}-opsz-normal-[\\w-]+\\.woff2$`).test(each));
      if (!file) return "";
      return `@font-face{font-family:"Inter Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url(/assets/${file}) format("woff2");unicode-range:${range}}\n`;
    })
    .join("");
}
