import { call } from "../../api/api.ts";
import { announceSession } from "../../api/client/session-watch.ts";

/** Ends the session, here and at the identity provider, and leaves for the public root page (STATE-018). */
export async function signOut(): Promise<void> {
  await call("signOut").catch((error: unknown) => console.error(error));
  const { signOutIdentity } = await import("./firebase.ts");
  await signOutIdentity().catch((error: unknown) => console.error(error));
  await announceSession();
  window.location.assign("/");
}
