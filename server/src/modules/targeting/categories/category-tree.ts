import type { Category } from "@litfass/contract/campaigns/campaign-options";
import type { Language } from "@litfass/contract/kernel/language";
import { categoryCodes, categoryText } from "./category-texts.ts";

const groups = categoryCodes.filter((code) => !code.includes("-"));

/** The category tree with names in a language; ids are the codes that ad requests carry. */
export function categoryTree(lang: Language): Category[] {
  const category = (code: (typeof categoryCodes)[number]): Category => ({
    target_option_id: code,
    category_name: categoryText(lang, code),
    children: categoryCodes.filter((each) => each.startsWith(`${code}-`)).map(category),
  });
  return groups.map(category);
}

const known = new Set(
  categoryTree("en")
    .flatMap((group) => [group, ...group.children])
    .map((c) => c.target_option_id),
);

/** The names of categories in a language, in the order of the tree. */
export function categoryNames(ids: readonly string[], lang: Language): string[] {
  const chosen = new Set(ids);
  return categoryTree(lang)
    .flatMap((group) => [group, ...group.children])
    .flatMap(({ target_option_id: id, category_name: name }) => (chosen.has(id) ? [name] : []));
}

/** Whether the tree has this id. */
export const isCategory = (id: string): boolean => known.has(id);
