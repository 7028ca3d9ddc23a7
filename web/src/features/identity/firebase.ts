import { type FirebaseApp, getApps, initializeApp } from "@firebase/app";
import {
  type Auth,
  type AuthCredential,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  FacebookAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  OAuthProvider,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type UserCredential,
} from "@firebase/auth";
import { readCall } from "../../api/use-call.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import type { SocialAnswer } from "./social-window.ts";

let ready: Promise<Auth> | undefined;

/** The official SDK, configured once by the server. */
async function identity(): Promise<Auth> {
  ready ??= start().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  const auth = await ready;
  auth.languageCode = currentLocale();
  return auth;
}

async function start(): Promise<Auth> {
  const { identity: settings } = await readCall("showSite", {});
  const app: FirebaseApp = getApps()[0] ?? initializeApp({ apiKey: settings.api_key, projectId: settings.project_id });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  const baseUrl = settings.built_in ? window.location.origin : settings.base_url;
  // The only way to give the SDK another base URL than Google's (IDP-014).
  if (baseUrl !== null) connectAuthEmulator(auth, baseUrl, { disableWarnings: true });
  return auth;
}

const tokenOf = async ({ user }: UserCredential): Promise<string> => await user.getIdToken();

/** Signs in with e-mail and password and resolves to the identity token. Rejects with the SDK's `auth/…` codes. */
export const signInWithPassword = async (email: string, password: string): Promise<string> =>
  tokenOf(await signInWithEmailAndPassword(await identity(), email, password));

/** Creates an identity and resolves to its token. */
export const signUpWithPassword = async (email: string, password: string): Promise<string> =>
  tokenOf(await createUserWithEmailAndPassword(await identity(), email, password));

/** Signs in with the tokens from a social provider's window. */
export const signInWithSocial = async (answer: SocialAnswer): Promise<string> =>
  tokenOf(await signInWithCredential(await identity(), credentialOf(answer)));

function credentialOf({ provider, id_token, access_token, nonce }: SocialAnswer): AuthCredential {
  if (provider === "google") return GoogleAuthProvider.credential(id_token, access_token);
  if (provider === "facebook" && access_token) return FacebookAuthProvider.credential(access_token);
  return new OAuthProvider(`${provider}.com`).credential({
    idToken: id_token,
    accessToken: access_token,
    rawNonce: nonce,
  });
}

/** Ends the identity provider's session in this browser. */
export const signOutIdentity = async (): Promise<void> => signOut(await identity());
