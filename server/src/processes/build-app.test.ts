import { readFileSync } from "node:fs";
import { endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { apiBase } from "@litfass/platform/http/mount";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../testing/stack.ts";

type Json = { [key: string]: Json } & { $ref?: string };

let stack: Stack;
let document: Json;
beforeAll(async () => {
  stack = await startStack();
  document = (await stack.visitor().get("/openapi.json")).body;
});
afterAll(() => stack.close());

test("[HTTP-008] every call of the contract is mounted and in the document", () => {
  const missing = Object.entries(endpoints).filter(([, { method, path }]) => {
    const documented = `${apiBase}${path}`.replaceAll(/:(\w+)/g, "{$1}");
    return document.paths?.[documented]?.[method.toLowerCase()] === undefined;
  });
  expect(missing.map(([name]) => name)).toEqual([]);
});

/** `/users/{uid}` and `/users/{user}` are the same path. */
const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");

/** The calls that the requirements name: a method and a path, whose last segment may be optional. */
function requiredCalls(): string[] {
  const rows = readFileSync(new URL("../../../docs/requirements.tsv", import.meta.url), "utf8").split("\n");
  return rows.flatMap((row) => {
    const [id = "", , , text = ""] = row.split("\t");
    const named = /^(?:The client calls|([A-Z]{3,6})) ((?:[a-z-]+ (?=impressions|table))?[a-z][\w/{}?-]*)/.exec(text);
    if (!id.startsWith("API-") || !named) return [];
    const [, method = "GET", path = ""] = named;
    const optional = /^(.*)\/\{\w+\?\}$/.exec(path);
    const paths = optional ? [optional[1] ?? "", path.replace("?", "")] : [path];
    return paths.map((each) => `${method} ${withoutNames(`${apiBase}/${each.replace(" ", "/")}`)}`);
  });
}

test("[HTTP-008] every call that the requirements name is in the document, or an alias of one", () => {
  const documented = new Set(
    Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
    ),
  );
  for (const { method, aliases = [] } of Object.values<EndpointDefinition>(endpoints)) {
    for (const alias of aliases) documented.add(`${method} ${apiBase}${alias}`);
  }
  const required = requiredCalls();
  expect(required.length).toBeGreaterThan(120);
  expect(required.filter((call) => !documented.has(call))).toEqual([]);
});

test("[HTTP-008] no schema of the document is empty, so that a client can be generated", () => {
  const empty: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (node === null || typeof node !== "object") return;
    for (const [key, value] of Object.entries(node)) {
      // A tuple's `items: false` means no additional members.
      const isSchema = (key === "schema" || key === "items") && value !== false;
      if (isSchema && Object.keys(value as object).length === 0) empty.push(`${at}/${key}`);
      walk(value, `${at}/${key}`);
    }
  };
  walk(document.paths, "");
  expect(empty).toEqual([]);
});
