import type { IncomingHttpHeaders } from "node:http";
import type { Random } from "@litfass/platform/random";

const name = "lfv";
const maxAgeSeconds = 180 * 24 * 3600;
const cookie = /(?:^|;\s*)lfv=([A-Za-z0-9_-]{22})(?:;|$)/;

/** The visitor's ID cookie; "" where there is none. */
export const visitorIdOf = (headers: IncomingHttpHeaders): string => cookie.exec(headers.cookie ?? "")?.[1] ?? "";

/** Visitors who opt out by header never get an ID. */
export const refusesId = (headers: IncomingHttpHeaders): boolean => headers["sec-gpc"] === "1" || headers.dnt === "1";

export const newVisitorId = (random: Random): string => random.bytes(16).toString("base64url");

/** Third-party cookies require Secure; over plain HTTP the cookie is first-party. */
export function visitorCookie(id: string, adsUrl: string): string {
  const scope = adsUrl.startsWith("https://") ? "SameSite=None; Secure" : "SameSite=Lax";
  return `${name}=${id}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${scope}`;
}
