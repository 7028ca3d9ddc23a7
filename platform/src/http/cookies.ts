import type { FastifyReply, FastifyRequest } from "fastify";
import type { AntiForgery } from "./anti-forgery.ts";

/** Name of the cookie that holds the opaque session id. */
export const sessionCookie = "litfass_session";

export type SessionCookies = {
  /** The session id that the browser sent, or null. */
  read(request: FastifyRequest): string | null;
  /** Gives the browser a session id for `maxAgeSeconds`, and the anti-forgery token that belongs to it. */
  set(reply: FastifyReply, sessionId: string, maxAgeSeconds: number): void;
  /** Takes the session id away. */
  clear(reply: FastifyReply): void;
};

/** The session's cookie: out of reach of scripts, and only over https where the site is. */
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
