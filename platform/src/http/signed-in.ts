import type { Language } from "@litfass/contract/kernel/language";
import type { Role } from "@litfass/contract/kernel/roles";
import type { User } from "@litfass/contract/users/users";
import type { FastifyInstance, FastifyRequest } from "fastify";

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

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in user after `identify`; undefined before. */
    signedIn: SignedIn | null | undefined;
  }
}

/** The signed-in user of a request, looked up once. */
export async function identify(app: FastifyInstance, request: FastifyRequest): Promise<SignedIn | null> {
  if (request.signedIn === undefined) request.signedIn = await app.services.authenticate(request);
  return request.signedIn ?? null;
}
