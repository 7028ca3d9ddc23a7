import type { Category } from "@litfass/contract/campaigns/campaign-options";
import { inLanguage, type Language } from "@litfass/contract/kernel/language";
import { contentCategories } from "./category-texts.ts";

/** The category tree with names in a language; ids are the codes that ad requests carry. */
export function categoryTree(lang: Language): Category[] {
  return contentCategories.map((group, index) => {
    const code = `IAB${index + 1}`;
    const names = inLanguage(group.children, lang);
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

/** Whether the tree has this id. */
export const isCategory = (id: string): boolean => known.has(id);
