import type { Hit, ProjectFile } from "../sources/parsed-file.ts";
import { anyTypes } from "./any-types.ts";
import { currencyLists } from "./currency-lists.ts";
import { duplicateLines } from "./duplicate-lines.ts";
import { germanLiterals } from "./german-literals.ts";
import { languageColumns } from "./language-columns.ts";
import { longStyles } from "./long-styles.ts";
import { moduleState } from "./module-state.ts";
import { priceLiterals } from "./price-literals.ts";
import { sentenceLiterals } from "./sentence-literals.ts";
import { leadingSignatures } from "./signatures.ts";
import { unreasonedSkips } from "./skips.ts";
import { strayQueries } from "./stray-queries.ts";

/** Rules that the project does not fully satisfy yet; each area may only improve. */
export const limits: [name: string, find: (files: ProjectFile[]) => Hit[]][] = [
  ["SQL outside *-sql.ts and tables.ts", strayQueries],
  ["German text outside the catalogs", germanLiterals],
  ["texts for people outside the catalogs", sentenceLiterals],
  ["prices outside the default price list", priceLiterals],
  ["currencies outside the contract's list", currencyLists],
  ["texts with a column per language", languageColumns],
  ["any", anyTypes],
  ["CSS files over 250 lines", longStyles],
  ["different first parameters of exported async functions", leadingSignatures],
  ["repeated blocks of code", duplicateLines],
  ["tests skipped without a reason", unreasonedSkips],
  ["module-level state", moduleState],
];
