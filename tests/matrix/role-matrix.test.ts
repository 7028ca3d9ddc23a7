import { type EndpointName, endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { type Role, roles } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../server/src/testing/client.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";

const all = Object.entries(endpoints) as [EndpointName, EndpointDefinition][];
/** Visitors' calls with a token in the call itself: without it they return 401. */
const holdersOnly = new Set<EndpointName>(["checkUser"]);
const assignedUid = "an-assigned-customer-of-the-matrix";
const strangerUid = "a-stranger-of-the-matrix";
const samples = ["1", "00000000-0000-4000-8000-000000000000", strangerUid, "CH", "994x250", "google"];

let stack: Stack;
const clients = new Map<Role | null, TestClient>();

beforeAll(async () => {
  stack = await startStack();
  clients.set(null, stack.visitor());
  for (const role of roles) clients.set(role, await stack.signIn(role));
  await stack.signIn({ uid: strangerUid, role: "customer" });
  await stack.signIn({ uid: assignedUid, role: "customer" });
  const customerIds = [assignedUid];
  await clientOf("admin").post(`/users/${clientOf("sales").uid}/customers`, { customerIds });
});
afterAll(() => stack.close());

const clientOf = (role: Role | null): TestClient => {
  const client = clients.get(role);
  if (!client) throw new Error(`No client for ${role}`);
  return client;
};

/** The path with a valid value for each parameter. */
function pathOf(endpoint: EndpointDefinition, preferred: string | null = null): string {
  return endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const candidates = preferred ? [preferred, ...samples] : samples;
    const fits = candidates.find((value) => {
      const parsed = endpoint.params?.safeParse({ [name]: value });
      return parsed?.success || !parsed?.error?.issues.some(({ path }) => path[0] === name);
    });
    return encodeURIComponent(fits ?? samples[0] ?? "");
  });
}

const isMounted = (endpoint: EndpointDefinition): boolean =>
  stack.app.hasRoute({ method: endpoint.method, url: `/api/v1${endpoint.path}` });

async function statusOf(endpoint: EndpointDefinition, role: Role | null, path = pathOf(endpoint)): Promise<number> {
  const client = clientOf(role);
  const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const answer = method === "get" ? await client.get(path) : await client[method](path, {});
  return answer.status;
}

test("every endpoint of the contract is mounted", () => {
  const missing = all.filter(([, endpoint]) => !isMounted(endpoint)).map(([name]) => name);
  console.log(`${all.length - missing.length} of ${all.length} endpoints are mounted`);
  expect(missing).toEqual([]);
});

describe("[GUARD-021] who may call", () => {
  test.for(all)("%s", async ([name, endpoint]) => {
    for (const role of [null, ...roles]) {
      // If the path names a user, roles with a smaller reach use their own uid here, and another user's below.
      const own = reachOf(endpoint.who, role) === "all" ? strangerUid : clientOf(role).uid;
      const status = await statusOf(endpoint, role, pathOf(endpoint, own));
      const seen = `${endpoint.method} ${endpoint.path} as ${role ?? "visitor"} answers ${status}`;
      if (endpoint.who.kind !== "visitor" && role === null) expect(status, seen).toBe(401);
      else if (reachOf(endpoint.who, role) === null) expect(status, seen).toBe(403);
      else {
        if (!holdersOnly.has(name)) expect(status, seen).not.toBe(401);
        expect(status, seen).not.toBe(403);
        expect(status, seen).not.toBe(500);
      }
    }
  });
});

describe("[GUARD-021] a role limited to its own or assigned customers gets nothing of another user's", () => {
  const personal = all.filter(([, { params }]) => {
    const shape = (params as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
    return "uid" in shape || "user" in shape;
  });
  test.for(personal)("%s", async ([_name, endpoint]) => {
    for (const role of roles) {
      const reach = reachOf(endpoint.who, role);
      if (reach === null || reach === "all") continue;
      const path = pathOf(endpoint, strangerUid);
      const status = await statusOf(endpoint, role, path);
      expect([403, 404, 422], `${endpoint.method} ${path} as ${role} answers ${status}`).toContain(status);
    }
  });
  const assigned = personal.filter(([, { who }]) => roles.some((role) => reachOf(who, role) === "assigned"));
  test.for(assigned)("%s for an assigned customer", async ([_name, endpoint]) => {
    for (const role of roles.filter((one) => reachOf(endpoint.who, one) === "assigned")) {
      // A path that also names a customer concerns the manager's relation to that customer.
      const withManager = endpoint.path.replace(/:user(?=.*:customer\b)/, clientOf(role).uid ?? "");
      const path = pathOf({ ...endpoint, path: withManager }, assignedUid);
      const status = await statusOf(endpoint, role, path);
      expect([401, 403, 404, 500], `${endpoint.method} ${path} as ${role} answers ${status}`).not.toContain(status);
    }
  });
  test("there are calls of this kind, or the contract has none yet", () => {
    console.log(`${personal.length} calls name a user in their path`);
  });
});
