import { endpoints } from "@litfass/contract/index";
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
