import { expect, test } from "vitest";
import type { z } from "zod";
import { type EndpointName, endpoints } from "./index.ts";
import { countrySchema } from "./kernel/country/countries.ts";
import type { EndpointDefinition } from "./kernel/endpoint.ts";
import { fieldErrors } from "./kernel/field-errors.ts";
import { line, multiline, textKinds } from "./kernel/text.ts";
import { urlSchema } from "./kernel/validation.ts";
import { profileFields } from "./users/users.ts";

type Schema = z.core.$ZodType;
type Definition = {
  type: string;
  format?: string;
  checks?: { _zod: { def: { format?: string } } }[];
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  options?: Schema[];
  items?: Schema[];
  getter?: () => Schema;
};

/** The paths of texts with neither a kind nor a format. */
function undeclaredTexts(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const definition = schema._zod.def as unknown as Definition;
  if (definition.type === "string") {
    const hasFormat = definition.format || definition.checks?.some((check) => check._zod.def.format);
    return hasFormat || textKinds.has(schema) ? [] : [path];
  }
  // "true" and "false" of a form.
  if (definition.type === "pipe" && definition.out?._zod.def.type === "boolean") return [];
  const parts: [string, Schema | undefined][] = [
    ...Object.entries(definition.shape ?? {}),
    ...(definition.options ?? definition.items ?? []).map((option, at): [string, Schema] => [String(at), option]),
    ["[]", definition.element],
    ["", definition.innerType],
    ["", definition.in],
    ["", definition.out],
    ["", definition.keyType],
    ["", definition.valueType],
    ["", definition.getter?.()],
  ];
  return parts.flatMap(([name, part]) => (part ? undeclaredTexts(part, name ? `${path}.${name}` : path, seen) : []));
}

test("every text in a request is a line, several lines, opaque or has a format", () => {
  const all = Object.entries(endpoints) as [EndpointName, EndpointDefinition][];
  const requests = all.flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema): [EndpointName, Schema][] => (schema ? [[name, schema]] : [])),
  );
  expect(requests.length).toBeGreaterThan(150);
  expect(requests.flatMap(([name, schema]) => undeclaredTexts(schema, name))).toEqual([]);
});

const messageOf = (schema: z.ZodType, value: unknown): string | undefined => {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error && fieldErrors(error, "en")[""]?.[0];
};

test("a line is composed and trimmed; line breaks, control characters and lone surrogates are rejected", () => {
  const name = line({ max: 10 });
  expect(name.parse("  Zu\u0308rich ")).toBe("Z\u00fcrich");
  expect(name.parse("👨‍👩‍👧 10%")).toBe("👨‍👩‍👧 10%");
  for (const bad of ["a\nb", "a\rb", "a\tb", "a\u0001b", "a\u0085b", "a\u007fb", "a\u2028b", "a\ud800b"]) {
    expect(messageOf(name, bad), JSON.stringify(bad)).toContain("line breaks or control characters");
  }
  expect(messageOf(name, "  ")).toContain("required");
  expect(messageOf(name, "12345678901")).toContain("10");
});

test("a text of several lines has one kind of line break and no other control characters", () => {
  const note = multiline({ max: 20 });
  expect(note.parse(" a\r\nb\rc\n ")).toBe("a\nb\nc");
  expect(messageOf(note, "a\tb")).toContain("control characters");
  expect(messageOf(note, "a\u2029b")).toContain("control characters");
});

test("a URL contains no line breaks, which its parser would drop", () => {
  expect(messageOf(urlSchema, "https://shop.example/a\nb")).toBe("This value must be a valid URL");
});

test("countries are those of ISO 3166-1", () => {
  for (const code of ["CH", "LI", "GB", "NO", "GR"]) expect(messageOf(countrySchema, code), code).toBeUndefined();
  for (const code of ["ZZ", "XX", "UK", "EU", "EL", "AA", "ch", "C\n"]) {
    expect(messageOf(countrySchema, code), code).toContain("ISO 3166-1");
  }
});

test("names and streets of a profile are lines, up to their limits", () => {
  for (const field of ["first_name", "last_name", "company_name", "city", "street", "house_number"] as const) {
    expect(messageOf(profileFields.shape[field], "a\nb"), field).toContain("line breaks");
  }
  expect(messageOf(profileFields.shape.company_name, "x".repeat(150))).toBeUndefined();
  expect(messageOf(profileFields.shape.company_name, "x".repeat(151))).toContain("150");
});
