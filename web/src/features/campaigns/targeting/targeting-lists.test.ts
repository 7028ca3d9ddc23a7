import { domainsOf } from "@litfass/contract/targeting/audiences";
import { expect, test } from "vitest";
import { audiencesIn } from "./audience-rows.ts";
import { indented } from "./indented-categories.ts";

test("[FIELD-CAT-002] categories are indented three spaces per level", () => {
  const leaf = { target_option_id: "c", category_name: "C", children: [] };
  const tree = [
    {
      target_option_id: "a",
      category_name: "A",
      children: [{ target_option_id: "b", category_name: "B", children: [leaf] }],
    },
  ];
  const spaces = indented(tree).map(({ label }) => label.length - label.trimStart().length);
  expect(spaces).toEqual([0, 3, 6]);
});

test("parses one domain per line, trimmed and unique", () => {
  expect(domainsOf(" News.example \n\nb.example\r\nnews.example")).toEqual(["news.example", "b.example"]);
});

test("parses audiences line by line and reports the first invalid line", () => {
  expect(audiencesIn("Garden lovers; 420'000; 1145, 1146\n\n")).toEqual({
    audiences: [{ name: "Garden lovers", size: 420_000, segment_ids: ["1145", "1146"] }],
    unreadable: null,
  });
  expect(audiencesIn("A;1;x\nB;many;y").unreadable).toBe(2);
});
