import type { FastifyInstance } from "fastify";
import { authorizeRoute } from "./authorize.ts";
import type { Grants } from "./grants.ts";
import { subjectOf } from "./people.ts";

const base = "/meta";
const provider = "facebook";
const hourSeconds = 3600;
type Search = { Querystring: Record<string, string | undefined> };

const failed = (message: string) => ({ error: { message, type: "OAuthException", code: 190 } });

/** Facebook's login: the dialog, the access token, whose it is, and the person. It gives no ID tokens. */
export function facebookRoutes(app: FastifyInstance, options: { publicUrl: string; grants: Grants }): void {
  const { grants } = options;
  authorizeRoute(app, `${base}/dialog/oauth`, { ...options, provider, name: "Facebook" });

  app.post(`${base}/oauth/access_token`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const field = (name: string): string => form.get(name) ?? "";
    const redeemed = grants.redeem(field("code"), {
      provider,
      clientId: field("client_id"),
      redirectUri: field("redirect_uri"),
      verifier: field("code_verifier"),
    });
    if (redeemed === null || field("client_secret") === "") {
      return reply.code(400).send(failed("Error validating verification code."));
    }
    return { access_token: redeemed.accessToken, token_type: "bearer", expires_in: hourSeconds };
  });

  app.get<Search>(`${base}/debug_token`, async (request, reply) => {
    const [appId = "", secret = ""] = (request.query.access_token ?? "").split("|");
    if (appId === "" || secret === "") return reply.code(400).send(failed("Invalid OAuth access token."));
    const grant = grants.tokens.find(request.query.input_token ?? "");
    if (grant?.provider !== provider) return { data: { is_valid: false } };
    return { data: { app_id: grant.clientId, is_valid: true, user_id: subjectOf(provider, grant.person) } };
  });

  app.get<Search>(`${base}/me`, async (request, reply) => {
    const grant = grants.tokens.find(request.query.access_token ?? "");
    if (grant?.provider !== provider) return reply.code(400).send(failed("Invalid OAuth access token."));
    const { name, email } = grant.person;
    return { id: subjectOf(provider, grant.person), name, email };
  });
}
