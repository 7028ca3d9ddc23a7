import { deleteApp, type FirebaseApp, initializeApp } from "@firebase/app";
import { type Auth, initializeAuth, inMemoryPersistence, signInWithEmailAndPassword } from "@firebase/auth";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

/** The client captures `fetch` when it loads, so this must come first. */
const network = vi.hoisted(() => {
  const server = { answer: (_url: RequestInfo | URL): Promise<Response> => Promise.reject(new Error("not set")) };
  globalThis.fetch = (url) => server.answer(url);
  return server;
});

const minute = 60_000;
const start = new Date("2026-11-21T09:00:00Z");

/** An unsigned token valid for an hour: the client only reads its times. */
const tokenAt = (at: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: "u1", iat: at / 1000, exp: at / 1000 + 3600 })}.x`;
};

let app: FirebaseApp;
let auth: Auth;
/** When the client requested a new token, in minutes since the sign-in. */
let refreshes: number[];
let reachable: boolean;

async function answer(input: RequestInfo | URL): Promise<Response> {
  const url = String(input);
  if (url.includes("/v1/token")) {
    refreshes.push((Date.now() - start.getTime()) / minute);
    if (!reachable) throw new TypeError("fetch failed");
  }
  const idToken = tokenAt(Date.now());
  const body = url.includes("/v1/token")
    ? { id_token: idToken, access_token: idToken, refresh_token: "r", expires_in: "3600" }
    : url.includes(":lookup")
      ? { users: [{ localId: "u1", email: "a@b.ch", providerUserInfo: [] }] }
      : { localId: "u1", idToken, refreshToken: "r", expiresIn: "3600" };
  return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
}

describe("the official client of the identity provider, unmodified", () => {
  beforeEach(async () => {
    vi.useFakeTimers({ now: start });
    refreshes = [];
    reachable = true;
    network.answer = answer;
    app = initializeApp({ apiKey: "litfass-web", projectId: "litfass" });
    auth = initializeAuth(app, { persistence: inMemoryPersistence });
    await signInWithEmailAndPassword(auth, "a@b.ch", "12345678");
  });

  afterEach(async () => {
    await deleteApp(app);
    vi.useRealTimers();
  });

  async function refreshIfDue(): Promise<void> {
    type Internal = { addAuthTokenListener: (listener: () => void) => void };
    type Container = { getProvider: (name: string) => { getImmediate: () => Internal } };
    const { container } = app as unknown as { container: Container };
    container
      .getProvider("auth-internal")
      .getImmediate()
      .addAuthTokenListener(() => {});
    await vi.advanceTimersByTimeAsync(0);
  }

  test("[CONST-042] refreshes a token of 60 minutes after 55", async () => {
    await refreshIfDue();
    await vi.advanceTimersByTimeAsync(55 * minute - 1);
    expect(refreshes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes).toEqual([55]);
  });

  test("[CONST-043] backs off from 30 s, doubling up to 16 minutes", async () => {
    await refreshIfDue();
    reachable = false;
    await vi.advanceTimersByTimeAsync(110 * minute);
    const waits = refreshes.slice(1).map((at, index) => Math.round((at - (refreshes[index] ?? 0)) * 60));
    expect(waits.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 960, 960]);
  });

  test("[CONST-044] treats a token as expired 30 s early", async () => {
    const read = async () => await auth.currentUser?.getIdToken();
    await vi.advanceTimersByTimeAsync(60 * minute - 31_000);
    await read();
    expect(refreshes).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await read();
    expect(refreshes).toHaveLength(1);
  });

  test("[CONST-041] aborts after 30 s with network-request-failed", async () => {
    network.answer = () => new Promise<never>(() => {});
    const failed = signInWithEmailAndPassword(auth, "a@b.ch", "12345678").catch((error: { code: string }) => ({
      code: error.code,
      afterMs: Date.now() - start.getTime(),
    }));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await failed).toEqual({ code: "auth/network-request-failed", afterMs: 30_000 });
  });
});
