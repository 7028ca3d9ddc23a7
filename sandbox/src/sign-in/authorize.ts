import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { localeOf } from "../look/locale.ts";
import { sendPage } from "../look/page.ts";
import { consentPage, refusedPage, withoutReadable } from "./consent-page.ts";
import type { AuthorizationRequest, Grants } from "./grants.ts";
import { people } from "./people.ts";

type Query = Record<string, string | undefined>;

/** The client's name on the pages; the sandbox has one. */
const clientName = "Litfass";

/**
 * The page where a user chooses an account, and the redirect with a code. Redirects only to the product's URLs, and
 * only with PKCE and state.
 */
export function authorizeRoute(
  app: FastifyInstance,
  path: string,
  options: { provider: string; name: string; publicUrl: string; grants: Grants },
): void {
  const { grants, provider } = options;

  app.get<{ Querystring: Query }>(path, async (request, reply) => {
    const { query } = request;
    if (query.authorization !== undefined) return answer(request, reply, query);
    const authorization = authorizationRequestOf(query);
    if (authorization === null) return refuse(request, reply);
    const view = { locale: localeOf(request), provider: options.name, client: clientName, scope: authorization.scope };
    return sendPage(reply, 200, consentPage({ ...view, authorization: grants.requests.add(authorization) }));
  });

  function authorizationRequestOf(query: Query): AuthorizationRequest | null {
    const { client_id: clientId, redirect_uri: redirectUri = "", state, code_challenge: codeChallenge } = query;
    const isOurs = URL.canParse(redirectUri) && new URL(redirectUri).origin === new URL(options.publicUrl).origin;
    if (!isOurs || !clientId || !state || !codeChallenge) return null;
    if (query.response_type !== "code" || query.code_challenge_method !== "S256") return null;
    const scope = query.scope ?? "";
    const lasting = query.access_type === "offline";
    return { provider, clientId, redirectUri, state, nonce: query.nonce ?? null, scope, codeChallenge, lasting };
  }

  function answer(request: FastifyRequest, reply: FastifyReply, query: Query): FastifyReply {
    const authorization = grants.requests.take(query.authorization ?? "");
    if (authorization?.provider !== provider) return refuse(request, reply);
    const person = people.find(({ id }) => id === query.person);
    const back = new URL(authorization.redirectUri);
    back.searchParams.set("state", authorization.state);
    const scope = query.without === undefined ? authorization.scope : withoutReadable(authorization.scope);
    if (person) back.searchParams.set("code", grants.codes.add({ ...authorization, scope, person }));
    else back.searchParams.set("error", "access_denied");
    return reply.redirect(back.href);
  }
}

const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply, 400, refusedPage(localeOf(request)));
