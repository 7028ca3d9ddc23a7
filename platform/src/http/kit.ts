import type { Language } from "@litfass/contract/kernel/language";
import type { Role } from "@litfass/contract/kernel/roles";
import type { User } from "@litfass/contract/users/users";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CommandServices } from "../command/command.ts";
import type { Execute } from "../command/execute.ts";
import type { Platform } from "../platform.ts";
import type { AntiForgery } from "./anti-forgery.ts";
import type { CallLimits } from "./call-limits.ts";
import type { SessionCookies } from "./cookies.ts";
import type { HttpMetrics } from "./metrics.ts";

/** The user of a request's session, read for every request. */
export type SignedIn = {
  uid: string;
  /** Which of the user's sessions it is. */
  sessionIdHash: string;
  role: Role;
  lang: Language;
  /** The e-mail address is verified. */
  verified: boolean;
  /** The account may be used: not disabled, profile complete, terms accepted, or the role is exempt. */
  filled: boolean;
  /** The user as returned by `GET users/me`, included in a 430; account data is that of the session's look-up. */
  freshUser(): Promise<User>;
};

/** Finds the session of a request; null if there is none or it has ended. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedIn | null>;

/** Dependencies of `mount` and the pages, available as `app.kit`. */
export type HttpKit = {
  platform: Platform;
  /** Runs commands. */
  execute: Execute<CommandServices>;
  authenticate: Authenticate;
  antiForgery: AntiForgery;
  cookies: SessionCookies;
  limits: CallLimits;
  metrics: HttpMetrics;
};

declare module "fastify" {
  interface FastifyInstance {
    kit: HttpKit;
  }
  interface FastifyRequest {
    /** The signed-in user after `identify`; undefined before. */
    signedIn: SignedIn | null | undefined;
  }
}

/** The signed-in user of a request, looked up once. */
export async function identify(app: FastifyInstance, request: FastifyRequest): Promise<SignedIn | null> {
  if (request.signedIn === undefined) request.signedIn = await app.kit.authenticate(request);
  return request.signedIn ?? null;
}
