import type { FastifyReply, FastifyRequest } from "fastify";
import type { AntiForgery } from "./anti-forgery.ts";

/** Name of the cookie that holds the opaque session id. */
export const sessionCookie = "litfass_session";
/** Says that there is a session, without its id, to scripts: they ask for the user only then. */
export const signedInCookie = "litfass_signed_in";

export type SessionCookies = {
  /** The session id that the browser sent, or null. */
  read(request: FastifyRequest): string | null;
  /** Sets the session cookie for `maxAgeSeconds`, and its anti-forgery token. */
  set(reply: FastifyReply, sessionId: string, maxAgeSeconds: number): void;
  /** Clears the session cookie. */
  clear(reply: FastifyReply): void;
  /** Tells scripts of a session that was opened before there was a cookie for it. */
  announce(request: FastifyRequest, reply: FastifyReply): void;
};

/** The session cookie: HttpOnly, and Secure if the site uses https. */
export function createSessionCookies(options: { secure: boolean; antiForgery: AntiForgery }): SessionCookies {
  const readable = { path: "/", sameSite: "lax", secure: options.secure } as const;
  const attributes = { ...readable, httpOnly: true } as const;
  return {
    read: (request) => request.cookies[sessionCookie] || null,
    set(reply, sessionId, maxAgeSeconds) {
      reply.setCookie(sessionCookie, sessionId, { ...attributes, maxAge: maxAgeSeconds });
      reply.setCookie(signedInCookie, "1", { ...readable, maxAge: maxAgeSeconds });
      options.antiForgery.issue(reply, sessionId);
    },
    clear(reply) {
      reply.clearCookie(sessionCookie, attributes);
      reply.clearCookie(signedInCookie, readable);
      options.antiForgery.issue(reply, null);
    },
    announce(request, reply) {
      if (request.cookies[sessionCookie] && !request.cookies[signedInCookie])
        reply.setCookie(signedInCookie, "1", readable);
    },
  };
}
