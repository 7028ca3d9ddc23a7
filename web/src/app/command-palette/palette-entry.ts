import { isStaff } from "@litfass/contract/kernel/roles";
import type { User } from "@litfass/contract/users/users";
import { isReady } from "../../api/account-state.ts";
import { isReachable } from "../client-routes.ts";
import { canOpen } from "../navigation.ts";
import { type Screen, screens } from "../screens.ts";

/** A destination: a screen, a customer or a campaign. */
export type PaletteEntry = {
  /** Also its key. */
  to: string;
  label: string;
  hint?: string | undefined;
  kind: "screen" | "customer" | "campaign";
  /** Name of the screen, for its icon. */
  screen?: string;
  /** A page of the server, in a new tab. */
  outside?: true;
};

/** The number of customers and campaigns in the results. */
export const maxResults = 6;

type Viewer = Pick<User, "uid" | "user_role" | "user_status" | "country_code" | "is_terms_accepted">;

/**
 * Every menu screen that the viewer may open, even if hidden from the viewer's menu; only the account while it is
 * incomplete.
 */
export const openableScreens = (viewer: Viewer): Screen[] =>
  screens
    .filter((screen) => screen.menu && screen.roles.includes(viewer.user_role))
    .filter(isReachable)
    .filter((screen) => isReady(viewer) || screen.path === "/account");

/**
 * The path of a customer in the results: the user's page, or the campaigns for campaign managers; null if neither is
 * allowed.
 */
export function customerPath(viewer: Viewer, uid: string): string | null {
  const page = `/users/${uid}`;
  if (!isStaff(viewer.user_role) || !isReady(viewer)) return null;
  return [page, `${page}/campaigns`].find((path) => canOpen(viewer, path)) ?? null;
}

/** Whether the viewer can search campaigns. */
export const canSearchCampaigns = (viewer: Viewer): boolean => isReady(viewer) && canOpen(viewer, "/campaigns");

/** Whether a text contains all typed terms, in any order. */
export function matchesText(text: string, typed: string): boolean {
  const within = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((term) => within.includes(term));
}
