import type { JsonSchema } from "./api-document.ts";
import { exampleValues, patternValues } from "./example-values.ts";

export type ExampleOf = (schema: JsonSchema, name?: string) => unknown;

/** Deeper trees end in empty lists. */
const maxDepth = 12;
const prefix = "#/components/schemas/";

/**
 * Creates the example of a schema: the contract's, else a value in the schema (constant, first choice or default),
 * else the typical value for the field's name, else the simplest valid one.
 */
export function createExamples(schemas: Record<string, JsonSchema>): ExampleOf {
  const exampleOf = (schema: JsonSchema, name: string, path: readonly string[]): unknown => {
    if (schema.$ref !== undefined) {
      const id = schema.$ref.slice(prefix.length);
      const target = schemas[id];
      if (!target) throw new Error(`The document has no schema ${id}`);
      return exampleOf(target, name, [...path, id]);
    }
    if (schema.examples?.length) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum?.length) return schema.enum[0];
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) {
      const choice = choices.find(({ type }) => type !== "null") ?? choices[0] ?? {};
      return exampleOf(choice, name, path);
    }
    if (schema.allOf) {
      return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, path) as object));
    }
    const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
    if (type === "object" || schema.properties) return objectOf(schema, path);
    if (type === "array") return arrayOf(schema, name, path);
    return scalarOf({ ...schema, type }, name);
  };

  const objectOf = (schema: JsonSchema, path: readonly string[]): object => {
    const { properties, additionalProperties: others, required = [], propertyNames } = schema;
    // `not` means a field that must be absent, a media type means a file.
    const fields = Object.entries(properties ?? {}).filter(([, field]) => !field.not && !field.contentMediaType);
    const known = fields.map(([name, field]) => [name, exampleOf(field, name, path)]);
    if (known.length > 0 || typeof others !== "object") return Object.fromEntries(known);
    // Of names that can be chosen, two show that there may be several, such as currencies.
    const chosen = propertyNames?.enum?.slice(0, 2) ?? [exampleOf(propertyNames ?? {}, "", path) ?? "name"];
    const keys = required.length > 0 ? required : chosen.map(String);
    return Object.fromEntries(keys.map((key) => [key, exampleOf(others, key, path)]));
  };

  const arrayOf = (schema: JsonSchema, name: string, path: readonly string[]): unknown[] => {
    if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, name, path));
    if (!schema.items || path.length > maxDepth) return [];
    const id = schema.items.$ref?.slice(prefix.length);
    // A tree shows one level of its branches.
    if (id !== undefined && path.filter((each) => each === id).length > 1) return [];
    const item = exampleOf(schema.items, name.replace(/s$/, ""), path);
    return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => item);
  };

  return (schema, name = "") => exampleOf(schema, name, []);
}

const formats: Record<string, string> = {
  "date-time": "2026-03-02T09:00:00.000Z",
  date: "2026-03-02",
  uuid: "6f1c1b1e-7a55-4d6e-9d55-0f4a1d0c7b21",
  email: "nora@brothaus.example",
  uri: "https://www.brothaus.example/zopf",
};

function scalarOf(schema: JsonSchema, name: string): unknown {
  if (schema.default !== undefined) return schema.default;
  const usual = exampleValues[name];
  if (usual !== undefined && fits(schema, usual)) return usual;
  if (schema.type === "string") return stringOf(schema, name);
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  return schema.type === "null" || schema.type === undefined ? null : {};
}

function stringOf(schema: JsonSchema, name: string): string {
  if (schema.format !== undefined && schema.format in formats) return formats[schema.format] as string;
  if (name.endsWith("_formatted")) return "100.00";
  if (schema.pattern === undefined) return textOf(schema, name);
  return patternValues.find((value) => fits(schema, value)) ?? textOf(schema, name);
}

function textOf({ minLength = 0, maxLength = 1_000 }: JsonSchema, name: string): string {
  const text = name === "" ? "text" : name.replaceAll("_", " ");
  return text.padEnd(minLength, "x").slice(0, maxLength);
}

/** Whether a typical value fits this field: names repeat, types differ. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (typeof value === "string") {
    const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const isText = schema.type === "string" && schema.format === undefined;
    return (
      isText && value.length >= minLength && value.length <= maxLength && new RegExp(pattern ?? "", "u").test(value)
    );
  }
  const isNumber = schema.type === "integer" || schema.type === "number";
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return isNumber && typeof value === "number" && value >= minimum && value <= maximum;
}
