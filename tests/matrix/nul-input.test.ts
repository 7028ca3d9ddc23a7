import { type EndpointName, endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { roles } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";

type Json = { type?: string | string[]; properties?: Record<string, Json>; anyOf?: Json[]; items?: Json };

const all = Object.entries(endpoints) as [EndpointName, EndpointDefinition][];
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

const jsonOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as Json;

/** Bodies with U+0000 in one text each, including nested objects and lists. */
function bodiesOf(schema: Json): unknown[] {
  const branches = [schema, ...(schema.anyOf ?? [])];
  return branches.flatMap((one): unknown[] => {
    if (one.type === "string" || one.type?.includes("string")) return ["a\0b"];
    if (one.items) return bodiesOf(one.items).map((inner) => [inner]);
    return Object.entries(one.properties ?? {}).flatMap(([name, inner]) =>
      bodiesOf(inner).map((value) => ({ [name]: value })),
    );
  });
}

/** A path with valid parameters except for U+0000 in one, if there is any. */
const pathOf = (path: string, nul?: string): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => (name === nul ? "a%00b" : "1"));

let texts = 0;
test.for(all)("%s rejects U+0000", async ([_name, endpoint]) => {
  const role = roles.find((one) => reachOf(endpoint.who, one) !== null) ?? "super_admin";
  const client = await stack.signIn(role);
  const send = async (path: string, body?: unknown): Promise<number> => {
    texts += 1;
    if (endpoint.method === "GET") return (await client.get(path)).status;
    const method = endpoint.method.toLowerCase() as "post" | "put" | "patch" | "delete";
    return (await client[method](path, body ?? {})).status;
  };
  for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
    expect(await send(pathOf(endpoint.path, parameter)), `parameter ${parameter}`).toBe(404);
  }
  for (const name of Object.keys(endpoint.query ? (jsonOf(endpoint.query).properties ?? {}) : {})) {
    expect(await send(`${pathOf(endpoint.path)}?${name}=a%00b`), `query ${name}`).toBe(422);
  }
  if (!endpoint.body || endpoint.method === "GET") return;
  for (const body of bodiesOf(jsonOf(endpoint.body))) {
    // A path of ones may name nothing, which is detected first.
    expect([404, 422], JSON.stringify(body)).toContain(await send(pathOf(endpoint.path), body));
  }
});

test("the matrix has sent texts", () => {
  expect(texts).toBeGreaterThan(500);
});

test("calls of the identity protocol reject U+0000 with the protocol's error", async () => {
  const fields = ["email", "password", "displayName", "idToken", "oobCode", "postBody", "requestUri", "identifier"];
  for (const call of ["signUp", "signInWithPassword", "update", "sendOobCode", "createAuthUri", "signInWithIdp"]) {
    for (const field of fields) {
      const { status, body } = await stack
        .visitor()
        .post(`//identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`, { [field]: "a\0b" });
      expect([call, field, status]).toEqual([call, field, 400]);
      expect(body.error.message).toContain(field);
    }
  }
});
