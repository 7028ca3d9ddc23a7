import { deleteApp, initializeApp } from "@firebase/app";
import { initializeAuth, inMemoryPersistence, signInWithEmailAndPassword } from "@firebase/auth";
import { afterEach, expect, test, vi } from "vitest";

/** The client checks at load time whether operations take long, as in a phone's app. */
vi.hoisted(() => {
  globalThis.fetch = () => new Promise<never>(() => {});
  vi.stubGlobal("window", { cordova: {} });
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("[CONST-041] the client aborts long operations after 60 s with network-request-failed", async () => {
  vi.useFakeTimers({ now: 0 });
  const app = initializeApp({ apiKey: "litfass-web", projectId: "litfass" });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  const failed = signInWithEmailAndPassword(auth, "a@b.ch", "12345678").catch((error: { code: string }) => ({
    code: error.code,
    afterMs: Date.now(),
  }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failed).toEqual({ code: "auth/network-request-failed", afterMs: 60_000 });
  await deleteApp(app);
});
