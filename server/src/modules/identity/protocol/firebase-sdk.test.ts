import { deleteApp, type FirebaseApp, initializeApp } from "@firebase/app";
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  initializeAuth,
  initializeRecaptchaConfig,
  inMemoryPersistence,
  isSignInWithEmailLink,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
} from "@firebase/auth";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { linkInMail } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { createIdentityService } from "../service.ts";
import { accounts } from "../tables.ts";
import { createCustomToken } from "./sign-in-with-custom-token.ts";

let stack: Stack;
let origin: string;
let app: FirebaseApp;
let auth: Auth;
let number = 0;

beforeAll(async () => {
  // The SDK checks the expiry of tokens itself, so the platform's clock must show the real time.
  stack = await startStack({ now: new Date() });
  origin = await stack.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => stack.close());

beforeEach(() => {
  number += 1;
  app = initializeApp({ apiKey: "litfass-web", projectId: "litfass" }, `sdk-${number}`);
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  auth.languageCode = "de";
  connectAuthEmulator(auth, origin, { disableWarnings: true });
});
afterEach(() => deleteApp(app));

const password = "hunter2hunter2";
const person = async (name: string) =>
  (await createUserWithEmailAndPassword(auth, `${name}@example.com`, password)).user;
const codeOf = (code: string) => expect.objectContaining({ code });

test("[IDP-002] [IDP-001] [IDP-007] [IDP-014] the unmodified SDK signs up, signs in, looks up and signs out", async () => {
  const created = await person("anna");
  expect(created.email).toBe("anna@example.com");
  expect(created.emailVerified).toBe(false);
  await signOut(auth);
  expect(auth.currentUser).toBeNull();
  const { user } = await signInWithEmailAndPassword(auth, "ANNA@example.com", password);
  expect(user.uid).toBe(created.uid);
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
  const { claims } = await user.getIdTokenResult();
  expect(claims).toMatchObject({ aud: "litfass", sub: user.uid, email: "anna@example.com", email_verified: false });
});

test("[ERR-018] the SDK maps the errors of the server to its codes", async () => {
  const { uid } = await person("bert");
  const signIn = (email: string, secret: string) => signInWithEmailAndPassword(auth, email, secret);
  await expect(person("bert")).rejects.toEqual(codeOf("auth/email-already-in-use"));
  await expect(signIn("bert@example.com", "wrong-password")).rejects.toEqual(codeOf("auth/wrong-password"));
  await expect(signIn("nobody@example.com", password)).rejects.toEqual(codeOf("auth/user-not-found"));
  await expect(signIn("bad", password)).rejects.toEqual(codeOf("auth/invalid-email"));
  await expect(createUserWithEmailAndPassword(auth, "short@example.com", "1234567")).rejects.toEqual(
    codeOf("auth/weak-password"),
  );
  await stack.platform.db.update(accounts).set({ disabled: true }).where(eq(accounts.localId, uid));
  await expect(signIn("bert@example.com", password)).rejects.toEqual(codeOf("auth/user-disabled"));
});

test("the SDK verifies an address with the mailed code, and a second use is rejected", async () => {
  const user = await person("clara");
  await sendEmailVerification(user);
  const link = linkInMail(stack, "clara@example.com");
  expect(stack.outbox.at(-1)?.subject).toBe("Bestätigen Sie Ihre E-Mail-Adresse");
  const code = link.searchParams.get("oobCode") ?? "";
  expect((await checkActionCode(auth, code)).data.email).toBe("clara@example.com");
  await applyActionCode(auth, code);
  await reload(user);
  expect(user.emailVerified).toBe(true);
  await expect(applyActionCode(auth, code)).rejects.toEqual(codeOf("auth/invalid-action-code"));
});

test("[IDP-011] the SDK refreshes its token; after a password reset the refresh token is rejected", async () => {
  const user = await person("dora");
  const first = await user.getIdToken();
  stack.clock.advance(1_000);
  expect(await user.getIdToken(true)).not.toBe(first);
  await sendPasswordResetEmail(auth, "dora@example.com");
  const link = linkInMail(stack, "dora@example.com");
  expect([link.pathname, link.searchParams.get("email")]).toEqual(["/reset-password", "dora@example.com"]);
  await confirmPasswordReset(auth, link.searchParams.get("token") ?? "", "another-secret");
  await expect(user.getIdToken(true)).rejects.toEqual(codeOf("auth/user-token-expired"));
  await signInWithEmailAndPassword(auth, "dora@example.com", "another-secret");
});

test("[IDP-006] the SDK changes name, password and address", async () => {
  const user = await person("emil");
  await updateProfile(user, { displayName: "Emil Muster", photoURL: "https://example.com/p.png" });
  await updatePassword(user, "another-secret");
  await updateEmail(user, "emil2@example.com");
  await reload(user);
  expect([user.displayName, user.email, user.emailVerified]).toEqual(["Emil Muster", "emil2@example.com", false]);
  await verifyBeforeUpdateEmail(user, "emil3@example.com");
  const code = linkInMail(stack, "emil3@example.com").searchParams.get("oobCode") ?? "";
  await applyActionCode(auth, code);
  const again = await signInWithEmailAndPassword(auth, "emil3@example.com", "another-secret");
  expect(again.user.emailVerified).toBe(true);
  await updateProfile(again.user, { displayName: "" });
  await reload(again.user);
  expect([again.user.displayName, again.user.photoURL]).toEqual([null, "https://example.com/p.png"]);
});

test("rejects unlinking the only sign-in method, and enforces no captcha", async () => {
  const user = await person("ella");
  await expect(unlink(user, "password")).rejects.toEqual(codeOf("auth/operation-not-allowed"));
  await signInWithEmailAndPassword(auth, "ella@example.com", password);
  await initializeRecaptchaConfig(auth);
});

test("[IDP-008] the SDK deletes the identity; signing in later fails", async () => {
  const user = await person("fritz");
  await deleteUser(user);
  await expect(signInWithEmailAndPassword(auth, "fritz@example.com", password)).rejects.toEqual(
    codeOf("auth/user-not-found"),
  );
});

test("[IDP-005] the SDK signs in with a mailed link, once", async () => {
  await sendSignInLinkToEmail(auth, "gina@example.com", { url: `${origin}/done`, handleCodeInApp: true });
  const link = linkInMail(stack, "gina@example.com").href;
  expect(isSignInWithEmailLink(auth, link)).toBe(true);
  const { user } = await signInWithEmailLink(auth, "gina@example.com", link);
  expect(user.emailVerified).toBe(true);
  await expect(signInWithEmailLink(auth, "gina@example.com", link)).rejects.toEqual(codeOf("auth/invalid-action-code"));
  const foreign = { url: "https://evil.example/", handleCodeInApp: true };
  await expect(sendSignInLinkToEmail(auth, "gina@example.com", foreign)).rejects.toEqual(
    codeOf("auth/unauthorized-continue-uri"),
  );
});

test("[IDP-004] the SDK signs in with a custom token of this installation only", async () => {
  const token = await createCustomToken(createIdentityService(stack.platform), "guest-1", { tier: "gold" });
  const { user } = await signInWithCustomToken(auth, token);
  expect(user.uid).toBe("guest-1");
  expect((await user.getIdTokenResult()).claims.tier).toBe("gold");
  const idToken = await user.getIdToken();
  for (const bad of ["garbage", idToken]) {
    await expect(signInWithCustomToken(auth, bad)).rejects.toEqual(codeOf("auth/invalid-custom-token"));
  }
});

test("[CONST-029] signUp rejects 7 characters and accepts 8", async () => {
  const signUp = (secret: string) => createUserWithEmailAndPassword(auth, "eight@example.com", secret);
  await expect(signUp("1234567")).rejects.toEqual(codeOf("auth/weak-password"));
  expect((await signUp("12345678")).user.email).toBe("eight@example.com");
});

test("[CONST-029] the SDK reads password policy and sign-in methods", async () => {
  expect(await validatePassword(auth, "1234567")).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
  expect(await validatePassword(auth, "12345678")).toMatchObject({ isValid: true });
  await person("hugo");
  expect(await fetchSignInMethodsForEmail(auth, "hugo@example.com")).toEqual(["password"]);
  expect(await fetchSignInMethodsForEmail(auth, "nobody@example.com")).toEqual([]);
  const guest = await signInAnonymously(auth);
  expect(guest.user.isAnonymous).toBe(true);
});

test("the SDK reports a lock after repeated wrong passwords", async () => {
  await person("ida");
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(signInWithEmailAndPassword(auth, "ida@example.com", "wrong-password")).rejects.toEqual(
      codeOf("auth/wrong-password"),
    );
  }
  await expect(signInWithEmailAndPassword(auth, "ida@example.com", password)).rejects.toEqual(
    codeOf("auth/too-many-requests"),
  );
});
