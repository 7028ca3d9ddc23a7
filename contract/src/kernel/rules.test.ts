import { describe, expect, test } from "vitest";
import { z } from "zod";
import { messageKeys } from "./messages.ts";
import { type FileFacts, type RuleName, ruleMessage, ruleNames, rules } from "./rules.ts";
import { listOfImages, passwordSchema } from "./validation.ts";

const file = (name: string, facts: Partial<FileFacts> = {}): FileFacts => ({ name, type: "", size: 0, ...facts });
const photo = file("a.png", { width: 300, height: 250 });

type Row = [title: string, rule: RuleName, good: unknown[][], bad: unknown[][]];
const rows: Row[] = [
  ["[RULE-GEN-001] letters only", "alpha", [["abc"], ["Zürich"]], [["ab1"], ["a b"]]],
  ["[RULE-GEN-002] letters and digits only", "alpha_num", [["ab1"]], [["a-1"], ["a 1"]]],
  ["[RULE-GEN-003] letters, digits, dashes and underscores only", "alpha_dash", [["a-1_b"]], [["a b"], ["a.b"]]],
  ["[RULE-GEN-004] letters and spaces only", "alpha_spaces", [["a b"]], [["a1"], ["a-b"]]],
  [
    "[RULE-GEN-005] a number from min to max",
    "between",
    [
      [1, 1, 3],
      [3, 1, 3],
    ],
    [
      [4, 1, 3],
      [0, 1, 3],
      ["", 0, 3],
    ],
  ],
  ["[RULE-GEN-006] equal to the other field", "confirmed", [["a", "a"]], [["a", "b"]]],
  [
    "[RULE-GEN-007] exactly so many digits",
    "digits",
    [["1234", 4]],
    [
      ["123", 4],
      ["12345", 4],
      ["12a4", 4],
    ],
  ],
  [
    "[RULE-GEN-008] an image of exactly this size",
    "dimensions",
    [[photo, 300, 250]],
    [
      [photo, 300, 251],
      [photo, 250, 300],
    ],
  ],
  [
    "[RULE-GEN-009] an e-mail, several only when told",
    "email",
    [["a@b.ch"], ["a@b.ch,c@d.ch", true], ["a@b.ch", true]],
    [["a@b.ch,c@d.ch"], ["a@b"], ["a@b.ch,", true], ["a b@c.d"]],
  ],
  ["[RULE-GEN-010] not in the list", "excluded", [["c", ["a", "b"]]], [["a", ["a", "b"]]]],
  [
    "[RULE-GEN-011] one of the file extensions",
    "ext",
    [
      [file("a.pdf"), ["pdf"]],
      [file("A.PDF"), ["pdf"]],
    ],
    [
      [file("a.exe"), ["pdf"]],
      [file("pdf"), ["pdf"]],
    ],
  ],
  [
    "[RULE-GEN-012] one of the seven image types",
    "image",
    ["jpg", "svg", "jpeg", "png", "bmp", "gif", "webp"].map((type) => [file(`a.${type}`)]),
    [[file("a.pdf")], [file("png")]],
  ],
  ["[RULE-GEN-013] a whole number", "integer", [["-3"], [7]], [["1.5"], ["a"], [""]]],
  [
    "[RULE-GEN-014] exactly this length",
    "length",
    [
      ["abc", 3],
      ["äöü", 3],
    ],
    [
      ["ab", 3],
      ["abcd", 3],
    ],
  ],
  [
    "[RULE-GEN-015] at most this length",
    "max",
    [
      ["abc", 3],
      ["", 3],
    ],
    [["abcd", 3]],
  ],
  [
    "[RULE-GEN-016] at most this number",
    "max_value",
    [
      [3, 3],
      ["-1", 3],
    ],
    [
      [4, 3],
      ["3.01", 3],
      ["x", 3],
    ],
  ],
  ["[RULE-GEN-017] at least this length", "min", [["abc", 3]], [["ab", 3]]],
  [
    "[RULE-GEN-018] at least this number",
    "min_value",
    [[3, 3]],
    [
      [2, 3],
      ["", 0],
    ],
  ],
  ["[RULE-GEN-019] digits only", "numeric", [["123"], ["0"]], [["12a"], ["-1"], ["1.0"]]],
  ["[RULE-GEN-020] in the list", "oneOf", [["a", ["a", "b"]]], [["c", ["a", "b"]]]],
  ["[RULE-GEN-021] of the pattern", "regex", [["ab", /^[ab]+$/]], [["abc", /^[ab]+$/]]],
  ["[RULE-GEN-022] not empty", "required", [["a"], [0], [["a"]]], [[""], [null], [undefined], ["  "], [[]]]],
  [
    "[RULE-GEN-023] required while another field has the value",
    "required_if",
    [
      ["", "CH", ["DE"]],
      ["x", "DE", ["DE"]],
    ],
    [["", "DE", ["DE"]]],
  ],
  [
    "[RULE-GEN-024] smaller than so many KB",
    "size",
    [[file("a", { size: 10_239 }), 10]],
    [[file("a", { size: 10_240 }), 10]],
  ],
  [
    "[RULE-GEN-025] a decimal with dot or comma",
    "double",
    [["1.5"], ["1,5"], ["-2"]],
    [["1.5.2"], ["1,"], ["a"], [""]],
  ],
  ["[RULE-GEN-026] this value", "is", [["a", "a"]], [["b", "a"]]],
  ["[RULE-GEN-027] another value", "is_not", [["b", "a"]], [["a", "a"]]],
  [
    "[RULE-GEN-028] one of the MIME types",
    "mimes",
    [
      [file("a", { type: "image/png" }), ["image/*"]],
      [file("a", { type: "text/plain" }), ["text/plain"]],
    ],
    [
      [file("a", { type: "text/plain" }), ["image/*"]],
      [file("a", { type: "imagex/png" }), ["image/*"]],
    ],
  ],
];

describe("the generic rules", () => {
  test.each(rows)("%s", (_title, rule, good, bad) => {
    const passes = rules[rule] as (...values: unknown[]) => boolean;
    for (const values of good) expect(passes(...values), `${rule} passes ${JSON.stringify(values)}`).toBe(true);
    for (const values of bad) expect(passes(...values), `${rule} refuses ${JSON.stringify(values)}`).toBe(false);
  });

  test("are the 28 of the table, each once", () => {
    expect(rows.map(([, rule]) => rule).sort()).toEqual([...ruleNames].sort());
    expect(ruleNames).toHaveLength(28);
  });
});

const blanks = { field: "name", min: 1, max: 3, length: 3, width: 300, height: 250, size: 10 };

describe("what the rules say", () => {
  test.each([
    ["[RULE-GEN-009]", "email", "The name field must be a valid email"],
    ["[RULE-GEN-012]", "image", "The name field must be an image"],
    ["[RULE-GEN-022]", "required", "The name field is required"],
    ["[RULE-GEN-024]", "size", "The name field size must be less than 10KB"],
    ["[RULE-GEN-025]", "double", "The name field must be a valid decimal"],
    ["[RULE-023]", "alpha", "The name field may only contain alphabetic characters"],
  ] as const)("%s %s has its fixed message", (_row, rule, said) => {
    expect(ruleMessage(rule, "en", blanks)).toBe(said);
  });

  test("[RULE-022] every rule has a message in both languages", () => {
    for (const rule of ruleNames) {
      expect(messageKeys).toContain(`rule.${rule}`);
      expect(ruleMessage(rule, "de", blanks), rule).not.toBe(ruleMessage(rule, "en", blanks));
    }
  });

  test.each(ruleNames)(
    "[RULE-023] %s names the field and contains neither a key nor an unfilled placeholder",
    (rule) => {
      for (const language of ["en", "de"] as const) {
        const said = ruleMessage(rule, language, blanks);
        expect(said).toContain("name");
        expect(said).not.toMatch(/[{}]|rule\./);
        expect(said.length).toBeGreaterThan(15);
      }
    },
  );
});

const saidBy = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

test("[RULE-CUS-003] a list of images longer than the limit has too many files", () => {
  const schema = listOfImages(z.string(), 3);
  expect(saidBy(schema, ["a", "b", "c"])).toBeUndefined();
  expect(saidBy(schema, ["a", "b", "c", "d"])).toEqual(["images.too_many"]);
});

test("[RULE-019] a confirmation that is too short has its rule's message", () => {
  expect(saidBy(passwordSchema, "1234567")).toEqual(["password.short"]);
  expect(saidBy(passwordSchema, "12345678")).toBeUndefined();
});
