import { deleteApp, getApps } from "@firebase/app";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problemOf } from "./sign-in-problem.ts";

/** The client captures `fetch` when it loads, so this must come first. */
const network = vi.hoisted(() => {
  const server = { asked: [] as string[], answer: (): Promise<Response> => Promise.reject(new Error("not set")) };
  globalThis.fetch = (url) => {
    server.asked.push(String(url));
    return server.answer();
  };
  return server;
});
const site = vi.hoisted(() => ({ identity: {} }));
vi.mock("../../api/use-call.ts", () => ({ readCall: async () => site }));
vi.mock("../../i18n/i18n.ts", () => ({ currentLocale: () => "en" }));

const google = { api_key: "k", project_id: "p", built_in: false, base_url: null };
const refusing = (message: string) => async () =>
  new Response(JSON.stringify({ error: { code: 400, message } }), { status: 400 });

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("window", { location: { origin: "https://ads.example" } });
  network.asked.length = 0;
});
afterEach(async () => {
  for (const app of getApps()) await deleteApp(app);
  vi.unstubAllGlobals();
});

/** The error of a sign-in at the identity provider that the server named. */
async function failedSignIn(identity: object): Promise<{ code: string }> {
  site.identity = identity;
  const { signInWithPassword } = await import("./firebase.ts");
  return signInWithPassword("a@b.ch", "12345678").then(
    () => Promise.reject(new Error("signed in")),
    (error: { code: string }) => error,
  );
}

test.each([
  [
    "the built-in provider is at the app's origin",
    { ...google, built_in: true },
    "https://ads.example/identitytoolkit",
  ],
  ["Google's is at Google", google, "https://identitytoolkit"],
  [
    "another one is at its base URL",
    { ...google, base_url: "https://id.example" },
    "https://id.example/identitytoolkit",
  ],
])("[IDP-014] %s", async (_name, identity, start) => {
  network.answer = refusing("INVALID_PASSWORD");
  await failedSignIn(identity);
  expect(network.asked).toEqual([`${start}.googleapis.com/v1/accounts:signInWithPassword?key=k`]);
});

test.each([
  ["INVALID_EMAIL", "auth/invalid-email", "emailInvalid"],
  ["INVALID_PASSWORD", "auth/wrong-password", "incorrect"],
  ["USER_DISABLED", "auth/user-disabled", "disabled"],
])("[ERR-018] the server's %s becomes %s", async (message, code, problem) => {
  network.answer = refusing(message);
  const error = await failedSignIn(google);
  expect([error.code, problemOf(error)]).toEqual([code, problem]);
});

test("[ERR-018] a failure of the network becomes auth/network-request-failed", async () => {
  network.answer = () => Promise.reject(new TypeError("Failed to fetch"));
  const error = await failedSignIn(google);
  expect([error.code, problemOf(error)]).toEqual(["auth/network-request-failed", "unreachable"]);
});
