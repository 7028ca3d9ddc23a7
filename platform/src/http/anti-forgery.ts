import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import type { Random } from "../random.ts";
import { isSignedByAny, type Keys } from "../security/keys.ts";

export const tokenCookie = "XSRF-TOKEN";
const tokenHeader = "x-xsrf-token";

export type AntiForgery = {
  /** A token for a session id, or for a visitor without one. */
  token(sessionId: string | null): string;
  /** Sets the XSRF-TOKEN cookie. */
  issue(reply: FastifyReply, sessionId: string | null): void;
  /**
   * @throws Problem 419 unless the request comes from our own page: correct origin, and the token in cookie and
   * header.
   */
  check(request: FastifyRequest, sessionId: string | null): void;
  /** For calls without cookies. @throws Problem 419 if a browser sends the request from another origin. */
  checkOrigin(request: FastifyRequest): void;
};

export type AntiForgeryOptions = { keys: Keys; random: Random; publicUrl: string; secure: boolean };

/** Double submit: the cookie's token is repeated in a header, and is bound to its session. */
export function createAntiForgery(options: AntiForgeryOptions): AntiForgery {
  const publicOrigin = new URL(options.publicUrl).origin;
  const macOf = (key: string, nonce: string, sessionId: string | null): string =>
    createHmac("sha256", key)
      .update(`anti-forgery|${nonce}|${sessionId ?? ""}`)
      .digest("base64url");
  const token = (sessionId: string | null): string => {
    const nonce = options.random.bytes(16).toString("base64url");
    return `${nonce}.${macOf(options.keys[0], nonce, sessionId)}`;
  };
  return {
    token,
    issue(reply, sessionId) {
      reply.setCookie(tokenCookie, token(sessionId), { path: "/", sameSite: "lax", secure: options.secure });
    },
    check(request, sessionId) {
      const header = request.headers[tokenHeader];
      const cookie = request.cookies[tokenCookie];
      const [nonce = "", mac = ""] = (cookie ?? "").split(".");
      const good =
        isOwnOrigin(request, publicOrigin) &&
        typeof header === "string" &&
        cookie !== undefined &&
        same(header, cookie) &&
        isSignedByAny(options.keys, mac, (key) => macOf(key, nonce, sessionId));
      if (!good) throw new Problem("csrf_mismatch");
    },
    checkOrigin(request) {
      if (!isOwnOrigin(request, publicOrigin)) throw new Problem("csrf_mismatch");
    },
  };
}

/** Non-browser clients send no Origin; a browser's must be the public URL or the called host. */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  if (request.headers["sec-fetch-site"] === "cross-site") return false;
  const origin = request.headers.origin;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
