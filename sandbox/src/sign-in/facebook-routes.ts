import type { FastifyInstance } from "fastify";
import { authorizeRoute } from "./authorize.ts";
import type { Grants } from "./grants.ts";
import { subjectOf } from "./people.ts";

/** With and without a version: only the Marketing API requires one. */
const bases = ["/meta", "/meta/:version"];
const provider = "facebook";
const known = ["public_profile", "email", "ads_read"];
const hourSeconds = 3600;
const weeksSeconds = 60 * 86_400;
type Search = { Querystring: Record<string, string | undefined> };

const failed = (message: string) => ({ error: { message, type: "OAuthException", code: 190 } });

/** Facebook's login: the dialog, the access token, its owner, and the person. There are no ID tokens. */
export function facebookRoutes(app: FastifyInstance, options: { publicUrl: string; grants: Grants }): void {
  authorizeRoute(app, "/meta/dialog/oauth", { ...options, provider, name: "Facebook" });
  for (const base of bases) graphRoutes(app, base, options.grants);
}

function graphRoutes(app: FastifyInstance, base: string, grants: Grants): void {
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

  app.get<Search>(`${base}/oauth/access_token`, async (request, reply) => {
    const { grant_type: type, client_id: clientId, client_secret: secret, fb_exchange_token: token } = request.query;
    const grant = grants.holderOf(token ?? "");
    if (type !== "fb_exchange_token" || !secret || grant?.provider !== provider || grant.clientId !== clientId) {
      return reply.code(400).send(failed("Error validating access token."));
    }
    const accessToken = grants.consents.add(grant, "access", weeksSeconds * 1000);
    return { access_token: accessToken, token_type: "bearer", expires_in: weeksSeconds };
  });

  app.get<Search>(`${base}/me/permissions`, async (request, reply) => {
    const grant = grants.holderOf(request.query.access_token ?? "");
    if (grant?.provider !== provider) return reply.code(400).send(failed("Invalid OAuth access token."));
    const data = known.map((permission) => ({
      permission,
      status: grant.scope.includes(permission) ? "granted" : "declined",
    }));
    return { data };
  });

  app.delete<Search>(`${base}/me/permissions`, async (request, reply) => {
    const grant = grants.holderOf(request.query.access_token ?? "");
    if (grant?.provider !== provider) return reply.code(400).send(failed("Invalid OAuth access token."));
    grants.revoke(grant);
    return { success: true };
  });

  app.get<Search>(`${base}/debug_token`, async (request, reply) => {
    const [appId = "", secret = ""] = (request.query.access_token ?? "").split("|");
    if (appId === "" || secret === "") return reply.code(400).send(failed("Invalid OAuth access token."));
    const grant = grants.holderOf(request.query.input_token ?? "");
    if (grant?.provider !== provider) return { data: { is_valid: false } };
    return { data: { app_id: grant.clientId, is_valid: true, user_id: subjectOf(provider, grant.person) } };
  });

  app.get<Search>(`${base}/me`, async (request, reply) => {
    const grant = grants.holderOf(request.query.access_token ?? "");
    if (grant?.provider !== provider) return reply.code(400).send(failed("Invalid OAuth access token."));
    const { name, email } = grant.person;
    return { id: subjectOf(provider, grant.person), name, email };
  });
}
