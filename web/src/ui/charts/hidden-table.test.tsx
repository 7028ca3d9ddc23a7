import { isValidElement, type ReactElement, type ReactNode } from "react";
import { expect, test } from "vitest";
import { HiddenTable } from "./hidden-table.tsx";

/** The keys that occur twice among the siblings of a list, anywhere below the node. */
function repeatedKeys(node: ReactNode): string[] {
  if (isValidElement(node)) return repeatedKeys((node as ReactElement<{ children?: ReactNode }>).props.children);
  if (!Array.isArray(node)) return [];
  const keys = node.map((each) => (isValidElement(each) ? each.key : null)).filter((key) => key !== null);
  return [...keys.filter((key, at) => keys.indexOf(key) !== at), ...node.flatMap(repeatedKeys)];
}

test("two places or figures with one name are two rows and columns of the table behind a chart", () => {
  const table = HiddenTable({
    caption: "Towns",
    headers: ["", "Impressions", "Impressions"],
    rows: [
      ["Buchs", 12, 3],
      ["Buchs", 7, 1],
    ],
  });
  expect(repeatedKeys(table)).toEqual([]);
});
