import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { apiTags } from "./api-tags.ts";
import { endpoints } from "./index.ts";
import type { EndpointDefinition } from "./kernel/endpoint.ts";
import { operationIdOf } from "./operation-id.ts";

const all = Object.entries<EndpointDefinition>(endpoints);

test("every group of endpoints is in the index, and no two groups use the same name", async () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^\w.*(?<!test)\.ts$/.test(file),
  );
  const names = new Map<unknown, string>();
  for (const file of files) {
    const module: Record<string, unknown> = await import(path.join(folder, file));
    for (const [name, group] of Object.entries(module)) {
      if (!name.endsWith("Endpoints")) continue;
      for (const [key, each] of Object.entries(group as object)) names.set(each, key);
    }
  }
  expect([...names.values()].sort()).toEqual(Object.keys(endpoints).sort());
});

test("no path is declared with two spellings of its parameters", () => {
  const spellings = Map.groupBy(new Set(all.flatMap(([, { path, aliases = [] }]) => [path, ...aliases])), (path) =>
    path.replaceAll(/:\w+/g, ":"),
  );
  expect([...spellings.values()].filter(({ length }) => length > 1)).toEqual([]);
});

test("no method of a path is declared twice", () => {
  const calls = all.flatMap(([, { method, path, aliases = [] }]) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  );
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
});

test("the parameters of a path are those of its schema", () => {
  for (const [name, { path, params }] of all) {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const shape = params && "shape" in params ? Object.keys(params.shape as object) : [];
    expect(shape.sort(), name).toEqual(inPath.sort());
  }
});

const verbs =
  "accept|add|appeal|apply|approve|assign|begin|buy|cancel|change|check|choose|claim|close|confirm|copy|count|create|delete|disable|" +
  "disconnect|download|duplicate|end|export|fill|follow|forecast|import|invite|issue|launch|list|make|open|order|pay|preview|print|" +
  "read|redeem|refund|reject|release|remove|renew|request|reset|restore|retry|revoke|run|save|search|select|send|set|settle|show|sign|start|stop|" +
  "submit|toggle|undo|update|upload|verify|activate";

test("an endpoint is named by a verb and a noun, and has a summary and a known tag", () => {
  for (const [name, each] of all) {
    expect(name).toMatch(new RegExp(`^(?:${verbs})[A-Z][A-Za-z]+$`));
    expect(operationIdOf(each)).toBe(name);
    expect(each.summary.length, name).toBeGreaterThan(5);
    expect(Object.keys(apiTags), name).toContain(each.tag);
  }
  expect(new Set(all.map(([name]) => name.toLowerCase())).size).toBe(all.length);
});
