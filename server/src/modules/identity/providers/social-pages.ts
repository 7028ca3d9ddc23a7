import { html } from "@litfass/platform/http/pages/html";
import { notFound } from "@litfass/platform/problem";
import { seal, unseal } from "@litfass/platform/security/sealing";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as openid from "openid-client";
import type { IdentityService } from "../service.ts";
import { type ProviderClient, type SocialProvider, socialProviders } from "./social-provider.ts";

const base = "/api/v1/auth/social";
const cookieName = "litfass_social";
const purpose = "litfass social sign-in";
const minutes = 10;

/** State that the callback must match; stored encrypted in the browser's cookie. */
type Attempt = { provider: SocialProvider; state: string; nonce: string; verifier: string; at: number };

/**
 * The window of a social sign-in: redirects to the provider and back, and passes the provider's tokens to the page
 * that opened it. The page, not this window, signs in with the tokens.
 */
export async function addSocialPages(app: FastifyInstance, service: IdentityService): Promise<void> {
  const { config, clock, random } = service.platform;
  const keys = config.secrets.session;
  const cookie = {
    path: base,
    httpOnly: true,
    sameSite: "lax",
    secure: config.publicUrl.startsWith("https://"),
    maxAge: minutes * 60,
  } as const;
  const redirectUri = (name: SocialProvider): string => `${config.publicUrl}${base}/${name}/callback`;

  await app.register(async (pages) => {
    pages.addHook("onRequest", async (request, reply) => {
      await app.services.limits.countAddress(request.ip);
      // A stricter opener policy would cut this window off from its opener during the redirects.
      reply.header("cross-origin-opener-policy", "unsafe-none");
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    });

    pages.get(`${base}/answer.js`, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").type("text/javascript; charset=utf-8").send(script),
    );

    pages.get(`${base}/:provider`, async (request, reply) => {
      const client = await clientOf(request);
      if (typeof client === "string") return sendAnswer(reply, { provider: client, error: "unavailable" });
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
      const attempt: Attempt = { provider: client.name, state, nonce, verifier, at: clock.now().getTime() };
      reply.setCookie(cookieName, seal(JSON.stringify(attempt), keys, purpose, random), cookie);
      const url = openid.buildAuthorizationUrl(client.configuration, {
        redirect_uri: redirectUri(client.name),
        scope: client.scope,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(client.hasIdTokens ? { nonce } : {}),
      });
      return reply.redirect(url.href);
    });

    pages.get(`${base}/:provider/callback`, async (request, reply) => {
      const client = await clientOf(request);
      if (typeof client === "string") return sendAnswer(reply, { provider: client, error: "unavailable" });
      const attempt = attemptOf(request);
      reply.clearCookie(cookieName, cookie);
      if (attempt?.provider !== client.name) return sendAnswer(reply, { provider: client.name, error: "expired" });
      const current = new URL(redirectUri(client.name));
      current.search = request.url.split("?")[1] ?? "";
      return sendAnswer(reply, { provider: client.name, ...(await tokensOf(request, client, current, attempt)) });
    });
  });

  /** The client of the provider in the path, or only its name if it does not answer. @throws Problem 404 */
  async function clientOf(request: FastifyRequest): Promise<ProviderClient | SocialProvider> {
    const { provider } = request.params as { provider: string };
    const name = socialProviders.find((one) => one === provider);
    if (!name) throw notFound();
    try {
      const client = await service.social(name);
      if (client) return client;
    } catch (error) {
      request.log.warn({ err: error, provider: name }, "a social provider does not answer");
      return name;
    }
    throw notFound();
  }

  function attemptOf(request: FastifyRequest): Attempt | null {
    const opened = unseal(request.cookies[cookieName] ?? "", keys, purpose);
    const attempt = opened === null ? null : (JSON.parse(opened) as Attempt);
    return attempt && clock.now().getTime() - attempt.at < minutes * 60_000 ? attempt : null;
  }
}

async function tokensOf(
  request: FastifyRequest,
  client: ProviderClient,
  current: URL,
  attempt: Attempt,
): Promise<Record<string, string>> {
  try {
    const tokens = await openid.authorizationCodeGrant(client.configuration, current, {
      expectedState: attempt.state,
      pkceCodeVerifier: attempt.verifier,
      ...(client.hasIdTokens ? { expectedNonce: attempt.nonce, idTokenExpected: true } : {}),
    });
    return {
      access_token: tokens.access_token,
      ...(tokens.id_token ? { id_token: tokens.id_token, nonce: attempt.nonce } : {}),
    };
  } catch (error) {
    if (error instanceof openid.AuthorizationResponseError) return { error: error.error };
    request.log.warn({ err: error, provider: client.name }, "a social sign-in failed");
    return { error: "failed" };
  }
}

/** The page that posts the result to its opener and closes itself. */
function sendAnswer(reply: FastifyReply, answer: Record<string, string>): FastifyReply {
  const data = JSON.stringify({ type: "litfass:social", ...answer });
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${reply.server.services.platform.settings.current().brand.operator_name}</title><script src="${base}/answer.js" defer></script></head>
<body data-answer="${data}"></body></html>`;
  return reply.type("text/html; charset=utf-8").send(page.text);
}

/** The opener closes the window when it has the answer: it could not tell whose message it is once the window has closed. */
const closeAfterMs = 3_000;
const script = `const answer = JSON.parse(document.body.dataset.answer);
if (window.opener) window.opener.postMessage(answer, window.location.origin);
setTimeout(() => window.close(), window.opener ? ${closeAfterMs} : 0);
`;
