import { expect, test } from "vitest";
import { filledParts, omittedParts } from "./omitted-formats.ts";

const everything = ["logo", "title", "description", "button", "picture"];
const values = {
  title: "Warm from the oven by six",
  description: "Sourdough and croissants.",
  button_text: "Order bread",
  background_color: "#ffc94a",
  button_color: "#2b1a0e",
  font: null,
  logo: null,
  images: [],
  lang: "en" as const,
};

test("lists the formats that omit a part", () => {
  const reports = {
    "994x250": { shown: everything, shortened: false },
    "300x250": { shown: ["logo", "title", "button", "picture"], shortened: false },
    "728x90": { shown: ["logo", "title", "button", "picture"], shortened: true },
  };
  expect(omittedParts(reports, ["title", "description"])).toEqual({
    parts: [{ part: "description", formats: ["300x250", "728x90"] }],
    shortened: ["728x90"],
  });
});

test("only filled-in parts can be omitted", () => {
  expect(filledParts(values, { picture: "optional", derive: null })).toEqual(["title", "description", "button"]);
  expect(omittedParts({ "300x250": { shown: [], shortened: false } }, []).parts).toEqual([]);
});

test("a template that extracts an amount from the title may show the description as the heading", () => {
  expect(filledParts(values, { picture: "none", derive: "amount" })).toEqual(["title", "button"]);
});
