import type { FastifyReply, FastifyRequest } from "fastify";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";

const bearerOf = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";

/** An error in the format of Google's APIs with its details (AIP-193). */
export const googleError = (
  reply: FastifyReply,
  code: number,
  status: string,
  message: string,
  details: object[] = [],
): FastifyReply =>
  reply.code(code).send({ error: { code, message, status, ...(details.length > 0 ? { details } : {}) } });

/** A reason of the shared infrastructure, for example a missing scope. */
const errorInfo = (reason: string, service: string) => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason,
  domain: "googleapis.com",
  metadata: { service },
});

/** The owner of the figures that a Google token may read under a scope; null if an error was sent. */
export function googleReader(
  grants: Grants,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, service }: { scope: string; service: string },
): Person | null {
  const grant = grants.holderOf(bearerOf(request));
  if (grant?.provider !== "google") {
    googleError(reply, 401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    return null;
  }
  if (!grant.scope.split(" ").includes(scope)) {
    const message = "Request had insufficient authentication scopes.";
    googleError(reply, 403, "PERMISSION_DENIED", message, [errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", service)]);
    return null;
  }
  return grant.person;
}
