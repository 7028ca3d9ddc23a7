import type { IncomingHttpHeaders } from "node:http";

/** The cookie of the ads origin: a visitor's ID, or the choice to have none. */
export const cookieName = "lfv";
const optedOut = "opt-out";
const optOutPattern = /(?:^|;\s*)lfv=opt-out(?:;|$)/;
/** The longest time that browsers store a cookie. */
export const optOutMs = 400 * 86_400_000;

/** Whether this visitor opted out on the ads origin. */
export const hasOptedOut = (headers: IncomingHttpHeaders): boolean => optOutPattern.test(headers.cookie ?? "");

/** Third-party cookies require Secure; over plain HTTP the cookie is first-party. */
export function adsCookie(value: string, maxAgeSeconds: number, adsUrl: string): string {
  const scope = adsUrl.startsWith("https://") ? "SameSite=None; Secure" : "SameSite=Lax";
  return `${cookieName}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${scope}`;
}

/** Replaces the visitor's ID, if there is one: the choice is the only thing stored. */
export const optOutCookie = (adsUrl: string): string => adsCookie(optedOut, optOutMs / 1000, adsUrl);
