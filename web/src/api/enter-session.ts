import type { User } from "@litfass/contract/users/users";
import { changeLocale } from "../i18n/i18n.ts";
import { call } from "./api.ts";
import { announceSession } from "./client/session-watch.ts";
import { setUser } from "./session.ts";
import { queryClient, readCall } from "./use-call.ts";

/** Puts a user who has just signed in into the session; the server's language wins over the stored one (STATE-032). */
export async function enterSession(user: User): Promise<void> {
  // The site is the same for everyone: without it the banner would go and come back.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "showSite" });
  await changeLocale(user.lang);
  setUser(user);
  announceSession();
}

const siteMs = 1500;

/**
 * Asks what the site is, so that its banner pushes nothing down later. Ends after 1.5 s at the latest; whoever shows the
 * site asks again where this failed.
 */
export async function loadSite(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, siteMs));
  await Promise.race([readCall("showSite", {}).catch(() => undefined), late]);
}

/** Asks who is signed in. A failure of any kind leaves nobody signed in and is not shown (ERR-025). */
export async function loadSession(): Promise<void> {
  try {
    const user = await call("showMe", { quiet: true });
    await changeLocale(user.lang);
    setUser(user);
  } catch {
    setUser(null);
  }
}
