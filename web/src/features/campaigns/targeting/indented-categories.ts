import type { Category } from "@litfass/contract/campaigns/campaign-options";

/** Entries of a category tree in reading order, indented three spaces per level (FIELD-CAT-002). */
export const indented = (tree: Category[], level = 0): { value: string; label: string }[] =>
  tree.flatMap((node) => [
    { value: node.target_option_id, label: `${"\u00a0".repeat(level * 3)}${node.category_name}` },
    ...indented(node.children, level + 1),
  ]);
