import type { IncomingHttpHeaders } from "node:http";
import type { Random } from "@litfass/platform/random";
import { adsCookie, hasOptedOut } from "../transparency/opt-out-cookie.ts";

const maxAgeSeconds = 180 * 24 * 3600;
const idPattern = /(?:^|;\s*)lfv=([A-Za-z0-9_-]{22})(?:;|$)/;

/** The visitor's ID cookie; "" where there is none. */
export const visitorIdOf = (headers: IncomingHttpHeaders): string => idPattern.exec(headers.cookie ?? "")?.[1] ?? "";

/** Visitors who opt out, by header or on the ads origin, never get an ID. */
export const refusesId = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-gpc"] === "1" || headers.dnt === "1" || hasOptedOut(headers);

export const newVisitorId = (random: Random): string => random.bytes(16).toString("base64url");

export const visitorCookie = (id: string, adsUrl: string): string => adsCookie(id, maxAgeSeconds, adsUrl);
