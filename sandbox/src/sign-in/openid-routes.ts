import type { FastifyInstance, FastifyRequest } from "fastify";
import { authorizeRoute } from "./authorize.ts";
import type { Grants } from "./grants.ts";
import { type Person, subjectOf } from "./people.ts";
import type { OpenIdProvider } from "./providers.ts";
import type { SigningKey } from "./signing-key.ts";

const hourSeconds = 3600;
const consentMs = 180 * 86_400_000;

const timed = (accessToken: string) => ({ access_token: accessToken, token_type: "Bearer", expires_in: hourSeconds });

/** Discovery, authorize page, token, userinfo and keys of an OpenID provider. */
export function openIdRoutes(
  app: FastifyInstance,
  provider: OpenIdProvider,
  options: { sandboxUrl: string; publicUrl: string; grants: Grants; key: () => Promise<SigningKey> },
): void {
  const { grants, key } = options;
  const base = `/${provider.path}`;
  const issuer = `${options.sandboxUrl}${base}`;

  app.get(`${base}/.well-known/openid-configuration`, async () => ({
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    jwks_uri: `${issuer}/oauth2/keys`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "email", "profile"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    code_challenge_methods_supported: ["S256"],
  }));

  app.get(`${base}/oauth2/keys`, async () => ({ keys: [(await key()).jwk] }));

  authorizeRoute(app, `${base}/oauth2/authorize`, {
    provider: provider.path,
    name: provider.name,
    publicUrl: options.publicUrl,
    grants,
  });

  app.post(`${base}/oauth2/token`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const field = (name: string): string => form.get(name) ?? "";
    reply.header("cache-control", "no-store");
    if (field("client_secret") === "") return reply.code(401).send({ error: "invalid_client" });
    if (field("grant_type") === "refresh_token") {
      const consent = grants.consents.find(field("refresh_token"), "refresh");
      const isTheirs = consent?.provider === provider.path && consent.clientId === field("client_id");
      if (!consent || !isTheirs) return reply.code(400).send({ error: "invalid_grant" });
      return { ...timed(grants.tokens.add(consent)), scope: consent.scope };
    }
    if (field("grant_type") !== "authorization_code") return reply.code(400).send({ error: "unsupported_grant_type" });
    const redeemed = grants.redeem(field("code"), {
      provider: provider.path,
      clientId: field("client_id"),
      redirectUri: field("redirect_uri"),
      verifier: field("code_verifier"),
    });
    if (redeemed === null) return reply.code(400).send({ error: "invalid_grant" });
    const { grant, accessToken } = redeemed;
    const nonce = grant.nonce === null ? {} : { nonce: grant.nonce };
    const claims = { iss: issuer, aud: grant.clientId, azp: grant.clientId, ...nonce, ...profileOf(grant.person) };
    return {
      ...timed(accessToken),
      ...(grant.lasting ? { refresh_token: grants.consents.add(grant, "refresh", consentMs) } : {}),
      scope: grant.scope,
      id_token: await (await key()).sign(claims, hourSeconds),
    };
  });

  // Like the real one, revokes everything the account granted the client.
  app.post(`${base}/oauth2/revoke`, async (request, reply) => {
    const token = (request.body instanceof URLSearchParams ? request.body.get("token") : null) ?? "";
    const consent = grants.consents.find(token, "refresh") ?? grants.tokens.find(token);
    if (consent?.provider !== provider.path) return reply.code(400).send({ error: "invalid_token" });
    grants.revoke(consent);
    return reply.send({});
  });

  app.get(`${base}/oauth2/userinfo`, async (request, reply) => {
    const grant = grants.tokens.find(bearerOf(request));
    if (grant?.provider !== provider.path) return reply.code(401).send({ error: "invalid_token" });
    return profileOf(grant.person);
  });

  function profileOf(person: Person) {
    const { name, email } = person;
    return { sub: subjectOf(provider.path, person), name, email, ...provider.claims(person) };
  }
}

const bearerOf = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
