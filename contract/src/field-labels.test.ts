import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "./index.ts";
import type { EndpointDefinition } from "./kernel/endpoint.ts";
import { fieldErrors } from "./kernel/field-errors.ts";
import { languages } from "./kernel/language.ts";
import { fieldLabel, fieldLabels } from "./kernel/messages/field-labels.ts";

type Json = { properties?: Record<string, unknown>; [part: string]: unknown };

/** Every field name in a schema, at any depth. */
function namesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const names = Array.isArray(node) ? [] : Object.keys((node as Json).properties ?? {});
  return [...names, ...Object.values(node).flatMap(namesIn)];
}

const requests = Object.values<EndpointDefinition>(endpoints).flatMap(({ params, query, body }) => [
  params,
  query,
  body,
]);
const names = new Set(
  requests.flatMap((schema) =>
    schema ? namesIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) : [],
  ),
);
/** Files of forms, and fields checked outside a schema. */
const beside = ["bulk_campaign", "preview"];

test("every field of a request has a label in every language", () => {
  expect(names.size).toBeGreaterThan(150);
  for (const language of languages) {
    expect([...names].filter((name) => !Object.hasOwn(fieldLabels[language], name))).toEqual([]);
    const unfit = [...names].filter((name) => !/^\p{L}[\p{L}\p{N} .'-]+$|^[A-Z]$/u.test(fieldLabel(name, language)));
    expect(unfit).toEqual([]);
  }
});

test("every label belongs to a field", () => {
  expect(Object.keys(fieldLabels.en).filter((name) => !names.has(name) && !beside.includes(name))).toEqual([]);
});

test("a message names its field by the label, even inside lists, and prefers a form's own label", () => {
  const schema = z.strictObject({
    company_name: z.string().max(3),
    images: z.array(z.strictObject({ zoom: z.number() })),
  });
  const { error } = schema.safeParse({ company_name: "Bäckerei", images: [{ zoom: "x" }, 5] }, { reportInput: true });
  if (!error) throw new Error("The schema must refuse this");
  expect(fieldErrors(error, "de")).toEqual({
    company_name: ["Das Feld Firmenname darf höchstens 3 Zeichen haben"],
    "images.0.zoom": ["Das Feld Zoom muss eine gültige Dezimalzahl sein"],
    "images.1": ["Das Format des Feldes Bilder ist ungültig"],
  });
  expect(fieldErrors(error, "en").company_name).toEqual([
    "The company name field may not be greater than 3 characters",
  ]);
  expect(fieldErrors(error, "de", { company_name: "Firma" }).company_name).toEqual([
    "Das Feld Firma darf höchstens 3 Zeichen haben",
  ]);
});
