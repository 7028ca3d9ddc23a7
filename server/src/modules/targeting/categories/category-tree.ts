import type { Category } from "@litfass/contract/campaigns/campaign-options";
import type { Language } from "@litfass/contract/kernel/language";
import { contentCategories } from "./category-texts.ts";

/** The category tree with names in a language; ids are the codes that ad requests carry. */
export function categoryTree(lang: Language): Category[] {
  return contentCategories.map((group, index) => {
    const code = `IAB${index + 1}`;
    const names = group.children[lang];
    const children = names === "" ? [] : names.split("|");
    return {
      target_option_id: code,
      category_name: group.name[lang],
      children: children.map((name, child) => ({
        target_option_id: `${code}-${child + 1}`,
        category_name: name,
        children: [],
      })),
    };
  });
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
