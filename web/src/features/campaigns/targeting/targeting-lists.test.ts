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

test.each([
  ["15%", { percent: 15, per_thousand: 0, currency: "CHF" }],
  ["0.80 eur", { percent: 0, per_thousand: 0.8, currency: "EUR" }],
  ["2.5 % + 1 USD", { percent: 2.5, per_thousand: 1, currency: "USD" }],
  ["0%", { percent: 0, per_thousand: 0, currency: "CHF" }],
])("an audience's fee of %s is read", (text, fee) => {
  expect(audiencesIn(`A;1;x;${text}`).audiences).toEqual([{ name: "A", size: 1, segment_ids: ["x"], fee }]);
});

test.each(["0.80", "much", "15% of it", "+"])("the fee %s cannot be read", (text) => {
  expect(audiencesIn(`A;1;x;${text}`).unreadable).toBe(1);
});
