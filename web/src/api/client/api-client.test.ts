import type { User } from "@litfass/contract/users/users";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../api-error.ts";
import { createClient, fill, queryOf, requestTimeoutMs } from "./api-client.ts";

type Seen = { method: string; url: string; headers: Record<string, string>; credentials: unknown; body: unknown };

/** A client with a queue of responses; records every request. */
function clientOf(answers: (Response | Error | (() => Promise<Response>))[], { cookie = "XSRF-TOKEN=one%3D" } = {}) {
  const seen: Seen[] = [];
  const reported: { signedOut: number; users: User[]; loading: number } = { signedOut: 0, users: [], loading: 0 };
  let cookies = cookie;
  const send = createClient({
    fetch: async (url, init = {}) => {
      seen.push({
        method: init.method ?? "GET",
        url: String(url),
        headers: init.headers as Record<string, string>,
        credentials: init.credentials,
        body: init.body,
      });
      if (String(url).endsWith("/csrf-cookie")) {
        cookies = "XSRF-TOKEN=fresh";
        return new Response(null, { status: 204 });
      }
      init.signal?.throwIfAborted();
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      if (typeof answer === "function") {
        return await Promise.race([
          answer(),
          new Promise<never>((_resolve, reject) =>
            init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
          ),
        ]);
      }
      return answer ?? json({});
    },
    cookies: () => cookies,
    locale: () => "de",
    loading: { begin: () => (reported.loading += 1), end: () => (reported.loading -= 1) },
    onSignedOut: () => (reported.signedOut += 1),
    onAccountState: (user) => reported.users.push(user),
    unreachable: (reason) => `unreachable: ${reason}`,
  });
  return { send, seen, reported };
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe("the typed client", () => {
  beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  test("[HTTP-006] returns the data of the response", async () => {
    const { send } = clientOf([json({ id: 7 })]);
    expect(await send("GET", "/campaigns/:id", { params: { id: 7 } })).toEqual({ id: 7 });
  });

  test("[HTTP-003] fetches the anti-forgery cookie first when there is none, once for calls at the same time", async () => {
    const { send, seen } = clientOf([json(1), json(2)], { cookie: "" });
    await Promise.all([send("GET", "/plans"), send("GET", "/users/me")]);
    const urls = seen.map((each) => each.url);
    expect(urls[0]).toBe("/api/v1/csrf-cookie");
    expect(urls.slice(1).sort()).toEqual(["/api/v1/plans", "/api/v1/users/me"]);
  });

  test("[HTTP-003] sends no such call with the cookie there", async () => {
    const { send, seen } = clientOf([json(1)]);
    await send("GET", "/plans");
    expect(seen).toHaveLength(1);
  });

  test("[HTTP-002] [HTTP-005] sends cookies, the language and, on changes, the anti-forgery token", async () => {
    const { send, seen } = clientOf([json(1)]);
    await send("POST", "/users/me", { body: { city: "Bern" }, idempotencyKey: "k" });
    expect(seen[0]).toMatchObject({
      credentials: "same-origin",
      body: '{"city":"Bern"}',
      headers: { "Accept-Language": "de", "X-XSRF-TOKEN": "one=", "Idempotency-Key": "k" },
    });
  });

  test("a 419 fetches a new token and repeats the call once", async () => {
    const { send, seen } = clientOf([json({}, 419), json({ ok: true })]);
    expect(await send("POST", "/users/me", { body: {} })).toEqual({ ok: true });
    expect(seen.map((each) => each.headers?.["X-XSRF-TOKEN"] ?? each.url)).toEqual([
      "one=",
      "/api/v1/csrf-cookie",
      "fresh",
    ]);
    const again = clientOf([json({}, 419), json({ code: "csrf_mismatch" }, 419)]);
    expect((await failure(again.send("POST", "/users/me", { body: {} }))).status).toBe(419);
  });

  test("[STATE-025] [ERR-001] any call that answers 401 signs out", async () => {
    const { send, reported } = clientOf([json({ code: "unauthenticated", message: "no" }, 401)]);
    expect((await failure(send("GET", "/plans"))).status).toBe(401);
    expect(reported.signedOut).toBe(1);
  });

  test("[ERR-002] a 430 puts its fresh user into the store", async () => {
    const user = { uid: "user123456", user_status: 3 };
    const { send, reported } = clientOf([json({ code: "account_state", message: "no", user }, 430)]);
    expect((await failure(send("GET", "/plans"))).code).toBe("account_state");
    expect(reported.users).toEqual([user]);
  });

  test("[ERR-005] errors other than cancelled calls reach the caller, with code, fields and request number", async () => {
    const body = {
      message: "Some entries need a correction",
      code: "invalid",
      errors: { city: ["a", "b"] },
      request_id: "7f3a",
    };
    const { send } = clientOf([json(body, 422), new TypeError("failed to fetch"), json({}, 500)]);
    expect(await failure(send("POST", "/users/me", { body: {} }))).toMatchObject({
      status: 422,
      code: "invalid",
      errors: { city: ["a", "b"] },
      requestId: "7f3a",
    });
    expect(await failure(send("GET", "/plans"))).toMatchObject({ status: 0, message: "unreachable: network" });
    expect((await failure(send("GET", "/plans"))).status).toBe(500);
  });

  test("[ERR-004] a cancelled call logs 'Operation canceled' and neither answers nor fails", async () => {
    const { send, reported } = clientOf([() => new Promise(() => {})]);
    const cancel = new AbortController();
    const settled = vi.fn();
    send("GET", "/plans", { signal: cancel.signal }).then(settled, settled);
    await vi.waitFor(() => expect(reported.loading).toBe(1));
    cancel.abort();
    await vi.waitFor(() => expect(console.log).toHaveBeenCalledWith("Operation canceled"));
    expect(settled).not.toHaveBeenCalled();
    expect(reported.loading).toBe(0);
  });

  test("[CONST-047] a call without an answer ends after 30 s with a readable error", async () => {
    const timeouts: number[] = [];
    const passed = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      timeouts.push(ms);
      return passed.signal;
    });
    const { send } = clientOf([() => new Promise(() => {})]);
    const error = failure(send("GET", "/plans"));
    await vi.waitFor(() => expect(timeouts).toEqual([requestTimeoutMs]));
    passed.abort(new DOMException("late", "TimeoutError"));
    expect(await error).toMatchObject({ code: "timeout", message: "unreachable: timeout" });
    expect(requestTimeoutMs).toBe(30_000);
  });

  test("[STATE-024] counts a request while it runs, and not after success or failure", async () => {
    const { send, reported } = clientOf([json(1), json({}, 500)]);
    const first = send("GET", "/plans");
    expect(reported.loading).toBe(1);
    await first;
    expect(reported.loading).toBe(0);
    await failure(send("GET", "/plans"));
    expect(reported.loading).toBe(0);
  });
});

test("fills and escapes paths, omits empty query parameters", () => {
  expect(fill("/users/:user/campaigns/:id", { user: "a/b", id: 3 })).toBe("/users/a%2Fb/campaigns/3");
  expect(() => fill("/users/:user", {})).toThrow("needs user");
  expect(queryOf({ page: 2, search: "", tags: ["a", "b"], none: undefined })).toBe("?page=2&tags=a&tags=b");
  expect(queryOf({})).toBe("");
});
