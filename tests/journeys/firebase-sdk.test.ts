import path from "node:path";
import type { Page } from "playwright-core";
import { build, type Plugin } from "vite";
import { afterAll, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { customTokenOf } from "../support/custom-token.ts";

afterAll(closeBrowser);

const entry = "firebase-sdk";
const source = 'export { initializeApp } from "@firebase/app"; export * from "@firebase/auth";';

/** The SDK's own browser builds, as an app bundles them. */
async function bundleSdk(): Promise<string> {
  const page: Plugin = {
    name: "firebase-sdk",
    resolveId: (id) => (id === entry ? path.join(import.meta.dirname, entry) : undefined),
    load: (id) => (id.endsWith(`/${entry}`) ? source : undefined),
  };
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "error",
    plugins: [page],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", output: { format: "es" } },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !("output" in bundle)) throw new Error("The SDK was not built");
  return bundle.output[0].code;
}

type Sdk = typeof import("@firebase/auth");
declare global {
  var sdk: Sdk & { auth: import("@firebase/auth").Auth };
}

const start = `import * as sdk from "/sdk/firebase.js";
const app = sdk.initializeApp({ apiKey: "litfass-web", projectId: "litfass" }, "journey");
const auth = sdk.initializeAuth(app, { persistence: sdk.inMemoryPersistence });
sdk.connectAuthEmulator(auth, window.location.origin, { disableWarnings: true });
globalThis.sdk = { ...sdk, auth };
`;

async function loadSdk(page: Page): Promise<void> {
  const bundle = await bundleSdk();
  await page.route("**/sdk/*.js", (route) => {
    const body = route.request().url().endsWith("/start.js") ? start : bundle;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto("/login");
  await page.addScriptTag({ type: "module", url: "/sdk/start.js" });
  await page.waitForFunction(() => globalThis.sdk !== undefined);
}

/** Waits for the newest mail to an address and returns its link. */
async function mailedLink(address: string, part: string): Promise<URL> {
  const url = `${inject("demo").sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(address)}`;
  let link = "";
  await expect
    .poll(async () => {
      const { data } = (await (await fetch(url)).json()) as { data: { text: string }[] };
      link = data.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? "").find((each) => each.includes(part)) ?? "";
      return link;
    })
    .not.toBe("");
  return new URL(link);
}

test("the unmodified SDK in Chromium: sign up, link, change, refresh, custom token, mailed link, revocation by a reset, delete", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await loadSdk(page);
  const address = `sdk-${process.pid}-${Date.now()}@example.com`;

  const linked = await page.evaluate(async (email) => {
    const { auth, ...sdk } = globalThis.sdk;
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "none",
        (error: { code: string }) => error.code,
      );
    const guest = (await sdk.signInAnonymously(auth)).user;
    const { user } = await sdk.linkWithCredential(guest, sdk.EmailAuthProvider.credential(email, "first-secret"));
    const providers = user.providerData.map(({ providerId }) => providerId);
    await sdk.updateProfile(user, { displayName: "Mira Muster" });
    await sdk.updatePassword(user, "second-secret");
    const idToken = await user.getIdToken();
    const refreshed = (await user.getIdTokenResult(true)).claims.name;
    await sdk.signOut(auth);
    const old = await codeOf(sdk.signInWithEmailAndPassword(auth, email, "first-secret"));
    const again = await sdk.signInWithEmailAndPassword(auth, email, "second-secret");
    const custom = await codeOf(sdk.signInWithCustomToken(auth, idToken));
    const same = again.user.uid === guest.uid && again.user.displayName === "Mira Muster";
    return { providers, same, refreshed, old, custom };
  }, address);
  expect(linked).toEqual({
    providers: ["password"],
    same: true,
    refreshed: "Mira Muster",
    old: "auth/wrong-password",
    custom: "auth/invalid-custom-token",
  });

  const { dataDir, url } = inject("demo");
  const guest = await page.evaluate(
    async (token) => {
      const { auth, ...sdk } = globalThis.sdk;
      const { user } = await sdk.signInWithCustomToken(auth, token);
      const { claims } = await user.getIdTokenResult(true);
      return { uid: user.uid, provider: (claims.firebase as { sign_in_provider: string }).sign_in_provider };
    },
    await customTokenOf(dataDir, url, `guest-${process.pid}`),
  );
  expect(guest).toEqual({ uid: `guest-${process.pid}`, provider: "custom" });

  const moved = address.replace("sdk-", "moved-");
  await page.evaluate(async (email) => {
    const { auth, ...sdk } = globalThis.sdk;
    await sdk.signInWithEmailAndPassword(auth, email, "second-secret");
    if (auth.currentUser) await sdk.verifyBeforeUpdateEmail(auth.currentUser, email.replace("sdk-", "moved-"));
  }, address);
  const changeCode = (await mailedLink(moved, "oobCode")).searchParams.get("oobCode") ?? "";
  const verified = await page.evaluate(
    async ([code, email]) => {
      const { auth, ...sdk } = globalThis.sdk;
      await sdk.applyActionCode(auth, code);
      const { user } = await sdk.signInWithEmailAndPassword(auth, email, "second-secret");
      await sdk.sendPasswordResetEmail(auth, email);
      return user.emailVerified;
    },
    [changeCode, moved] as const,
  );
  expect(verified).toBe(true);

  const token = (await mailedLink(moved, "/reset-password")).searchParams.get("token") ?? "";
  const revoked = await page.evaluate(async (code) => {
    const { auth, ...sdk } = globalThis.sdk;
    await sdk.confirmPasswordReset(auth, code, "third-secret");
    return auth.currentUser?.getIdToken(true).then(
      () => "still good",
      (error: { code: string }) => error.code,
    );
  }, token);
  expect(revoked).toBe("auth/user-token-expired");

  const mailed = address.replace("sdk-", "mailed-");
  await page.evaluate(async (email) => {
    const { auth, ...sdk } = globalThis.sdk;
    await sdk.sendSignInLinkToEmail(auth, email, { url: `${window.location.origin}/login`, handleCodeInApp: true });
  }, mailed);
  const link = (await mailedLink(mailed, "oobCode")).href;
  const deleted = await page.evaluate(
    async ([email, href]) => {
      const { auth, ...sdk } = globalThis.sdk;
      const { user } = await sdk.signInWithEmailLink(auth, email, href);
      await sdk.deleteUser(user);
      const methods = await sdk.fetchSignInMethodsForEmail(auth, email);
      return { verified: user.emailVerified, methods, signedIn: auth.currentUser !== null };
    },
    [mailed, link] as const,
  );
  expect(deleted).toEqual({ verified: true, methods: [], signedIn: false });
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});
