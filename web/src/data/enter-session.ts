import type { User } from "@litfass/contract/users";
import { announceSession } from "../client/session-watch.ts";
import { changeLocale } from "../i18n/i18n.ts";
import { call } from "./api.ts";
import { setUser } from "./session.ts";
import { queryClient } from "./use-call.ts";

/** Puts a user who has just signed in into the session; the server's language wins over the stored one (STATE-032). */
export async function enterSession(user: User): Promise<void> {
  queryClient.clear();
  await changeLocale(user.lang);
  setUser(user);
  announceSession();
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
