import type { User } from "@litfass/contract/users/users";
import { changeLocale } from "../i18n/i18n.ts";
import { call } from "./api.ts";
import { announceSession } from "./client/session-watch.ts";
import { setUser } from "./session.ts";
import { queryClient, readCall } from "./use-call.ts";

/** Stores a newly signed-in user in the session; the server's language overrides the stored one (STATE-032). */
export async function enterSession(user: User): Promise<void> {
  // The site info is the same for everyone: clearing it would make the banner flicker.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "showSite" });
  await changeLocale(user.lang);
  setUser(user);
  void announceSession();
}

const siteMs = 1500;

/**
 * Loads the site info early so that its banner does not shift the layout later. Gives up after 1.5 s; the components
 * that show it retry.
 */
export async function loadSite(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, siteMs));
  await Promise.race([readCall("showSite", {}).catch(() => undefined), late]);
}

/** Reloads the signed-in user, whose budget the side menu shows; a failure keeps the current data. */
export async function refreshSession(): Promise<void> {
  const user = await call("showMe", { quiet: true }).catch(() => null);
  if (user) setUser(user);
}

/** The cookie that the server sets with a session, whose id scripts cannot read. */
const mayBeSignedIn = (): boolean => /(?:^|;\s*)litfass_signed_in=/.test(document.cookie);

/**
 * Loads the signed-in user, if there may be one. Any failure means signed out and is not shown (ERR-025).
 * @param texts the start of the texts, which load meanwhile
 */
export async function loadSession(texts?: Promise<void>): Promise<void> {
  try {
    if (!mayBeSignedIn()) return setUser(null);
    const user = await call("showMe", { quiet: true });
    await texts;
    await changeLocale(user.lang);
    setUser(user);
  } catch {
    setUser(null);
  }
}
