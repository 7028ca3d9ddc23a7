import { home, isAuthScreen } from "./navigation.ts";

/** The query parameter of the sign-in screen that holds the address to return to; server pages set it too. */
const parameter = "next";

type Address = { pathname: string; search: string; hash: string };

/** The sign-in screen, which leads back to this address afterwards. */
export function signInPath({ pathname, search, hash }: Address): string {
  const address = pathname + search + hash;
  return address === home ? "/login" : `/login?${new URLSearchParams({ [parameter]: address })}`;
}

/**
 * The address to return to after signing in, from the query of the sign-in screen. Null for everything but a path of
 * this origin, so that a link to the sign-in screen cannot redirect users elsewhere, and for the sign-in screens and
 * the API.
 */
export function returnAddress(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get(parameter);
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || isAuthScreen(url.pathname) || url.pathname.startsWith("/api/")) return null;
  // A path such as "/.//host" becomes "//host", which browsers treat as another origin.
  if (url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}
