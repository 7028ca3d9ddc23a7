import type { FastifyReply, FastifyRequest } from "fastify";
import type { AntiForgery } from "./anti-forgery.ts";

/** Name of the cookie that holds the opaque session id. */
export const sessionCookie = "litfass_session";

export type SessionCookies = {
  /** The session id that the browser sent, or null. */
  read(request: FastifyRequest): string | null;
  /** Sets the session cookie for `maxAgeSeconds`, and its anti-forgery token. */
  set(reply: FastifyReply, sessionId: string, maxAgeSeconds: number): void;
  /** Clears the session cookie. */
  clear(reply: FastifyReply): void;
};

/** The session cookie: HttpOnly, and Secure if the site uses https. */
export function createSessionCookies(options: { secure: boolean; antiForgery: AntiForgery }): SessionCookies {
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: options.secure } as const;
  return {
    read: (request) => request.cookies[sessionCookie] || null,
    set(reply, sessionId, maxAgeSeconds) {
      reply.setCookie(sessionCookie, sessionId, { ...attributes, maxAge: maxAgeSeconds });
      options.antiForgery.issue(reply, sessionId);
    },
    clear(reply) {
      reply.clearCookie(sessionCookie, attributes);
      options.antiForgery.issue(reply, null);
    },
  };
}
