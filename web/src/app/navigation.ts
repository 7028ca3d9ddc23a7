import { skipsAccountChecks } from "@litfass/contract/kernel/roles";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { isDisabled, isLoggedIn } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";
import { isReady, isUnverified } from "../api/account-state.ts";
import { screenOf } from "./screens.ts";

/** The fields of a user that the navigation rules depend on. */
export type NavigationUser = Pick<
  User,
  "uid" | "user_role" | "user_status" | "country_code" | "email" | "email_verified_at" | "is_terms_accepted"
> &
  Partial<Pick<User, "second_factor">>;

export const home = "/dashboard";
const authScreens = ["/login", "/register", "/forgot-password", "/reset-password"];

/** The four public auth screens (NAV-006). */
export const isAuthScreen = (path: string): boolean => authScreens.includes(trimEnd(path, "/"));

/**
 * The path to redirect to, or null if the user may stay. The order of the rules follows section 2: disabled, visitor,
 * auth screens, unverified e-mail, incomplete account or terms, role.
 */
export function redirectOf(user: NavigationUser | null, path: string, now: () => number): string | null {
  if (!isLoggedIn(user)) return isAuthScreen(path) ? null : "/login";
  if (isDisabled(user)) return path === "/disabled" ? null : "/disabled";
  if (isAuthScreen(path)) return lacksEmail(user) ? "/account" : home;
  if (path === "/account") return null;
  if (isUnverified(user)) return path === "/verify-email" ? null : "/verify-email";
  if (path === "/verify-email") return home;
  if (lacksEmail(user) || !isReady(user)) return "/account";
  return canOpen(user, path) ? null : `${home}?t=${now()}`;
}

/** Without an e-mail there is nothing to verify: the account screen asks for one first (NAV-008, NAV-015). */
const lacksEmail = (user: NavigationUser): boolean => !user.email && !skipsAccountChecks(user.user_role);

/** Whether the role may open the path; unknown paths are left to the not-found screen. */
export function canOpen(user: Pick<NavigationUser, "uid" | "user_role">, path: string): boolean {
  const found = screenOf(path);
  if (!found || found.screen.outside) return true;
  const { screen, params } = found;
  if (!screen.roles.includes(user.user_role)) return false;
  return !screen.ownUidOnly?.includes(user.user_role) || params.uid === user.uid;
}
