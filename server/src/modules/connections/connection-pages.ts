import {
  type ConnectionService,
  connectionNames,
  connectionPaths,
  connectionServices,
} from "@litfass/contract/connections/connections";
import { pageLanguageOf } from "@litfass/platform/http/language";
import { html } from "@litfass/platform/http/pages/html";
import { signInPath } from "@litfass/platform/http/pages/page";
import { sendServerPage } from "@litfass/platform/http/pages/server-page";
import { identify, type SignedIn } from "@litfass/platform/http/signed-in";
import { catalog } from "@litfass/platform/i18n/catalog";
import { seal, unseal } from "@litfass/platform/security/sealing";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as openid from "openid-client";
import type { ConnectionContext } from "./connection-context.ts";
import { type ConnectionAttempt, finishConnection, PermissionMissing } from "./finish-connection.ts";
import type { ServiceClient } from "./service-clients.ts";
import en from "./texts/en.json" with { type: "json" };

const t = catalog(en, new URL("./texts/", import.meta.url));

const cookieName = "litfass_connection";
const purpose = "litfass connection attempt";
const minutes = 10;
const home = "/integrations";

type KeptAttempt = ConnectionAttempt & { service: ConnectionService; at: number };

/**
 * The six pages of the connection flows: `oauth` (web analytics), `facebook/oauth` and `google-ads/oauth` redirect to
 * the provider's consent page, their `callback` stores the tokens and returns to the integrations (PAGE-017 to
 * PAGE-023).
 */
export async function addConnectionPages(app: FastifyInstance, context: ConnectionContext): Promise<void> {
  const { config, clock, random } = context.platform;
  const keys = config.secrets.session;

  await app.register(async (pages) => {
    pages.addHook("onRequest", async (request, reply) => {
      await app.services.limits.countAddress(request.ip);
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    });
    for (const service of connectionServices) {
      const start = connectionPaths[service];
      const redirectUri = `${config.publicUrl}${start}/callback`;
      const cookie = {
        path: start,
        httpOnly: true,
        sameSite: "lax",
        secure: config.publicUrl.startsWith("https://"),
        maxAge: minutes * 60,
      } as const;

      pages.get(start, async (request, reply) => {
        const user = await identify(app, request);
        if (!user) return reply.redirect(signInPath(start));
        if (!user.filled) return reply.redirect("/account");
        const client = await openClient(request, service);
        if (!client) return back(reply, service, "unavailable");
        const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
        const attempt: KeptAttempt = { service, uid: user.uid, state, nonce, verifier, at: clock.now().getTime() };
        reply.setCookie(cookieName, seal(JSON.stringify(attempt), keys, purpose, random), cookie);
        const consent = openid.buildAuthorizationUrl(client.configuration, {
          ...client.parameters,
          redirect_uri: redirectUri,
          scope: client.scope,
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(client.hasIdTokens ? { nonce } : {}),
        });
        return reply.redirect(consent.href);
      });

      pages.get(`${start}/callback`, async (request, reply) => {
        const user = await identify(app, request);
        // The authorization code does not belong into a URL that is passed on.
        if (!user) return reply.redirect(signInPath(home));
        if (!user.filled) return reply.redirect("/account");
        const attempt = attemptOf(request, service);
        reply.clearCookie(cookieName, cookie);
        const current = new URL(redirectUri);
        current.search = request.url.split("?")[1] ?? "";
        if (attempt?.uid !== user.uid || current.searchParams.get("state") !== attempt.state) {
          return refuse(request, reply, service);
        }
        const client = await openClient(request, service);
        if (!client) return back(reply, service, "unavailable");
        return back(reply, service, await outcomeOf(request, client, current, user, attempt));
      });
    }
  });

  function attemptOf(request: FastifyRequest, service: ConnectionService): KeptAttempt | null {
    const opened = unseal(request.cookies[cookieName] ?? "", keys, purpose);
    const attempt = opened === null ? null : (JSON.parse(opened) as KeptAttempt);
    const isFresh = attempt !== null && clock.now().getTime() - attempt.at < minutes * 60_000;
    return isFresh && attempt.service === service ? attempt : null;
  }

  async function openClient(request: FastifyRequest, service: ConnectionService): Promise<ServiceClient | null> {
    try {
      return await context.clients.open(service);
    } catch (error) {
      request.log.warn({ err: error, service }, "a provider does not answer");
      return null;
    }
  }

  async function outcomeOf(
    request: FastifyRequest,
    client: ServiceClient,
    current: URL,
    { uid, role, lang }: SignedIn,
    attempt: KeptAttempt,
  ): Promise<"connected" | "cancelled" | "not_permitted" | "failed"> {
    try {
      await finishConnection(context, client, {
        actor: { kind: "user", uid, role, lang, reach: "own" },
        current,
        attempt,
      });
      return "connected";
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError && error.error === "access_denied") return "cancelled";
      if (error instanceof PermissionMissing) return "not_permitted";
      request.log.warn({ err: error, service: client.service }, "a connection failed");
      return "failed";
    }
  }
}

/** Back to the integrations, which show the outcome. */
const back = (reply: FastifyReply, service: ConnectionService, outcome: string): FastifyReply =>
  reply.redirect(`${home}?${new URLSearchParams({ service, outcome })}`);

/** A response that does not belong to this session: of another window, too old, or of another user. */
function refuse(request: FastifyRequest, reply: FastifyReply, service: ConnectionService): FastifyReply {
  const language = pageLanguageOf(request);
  const title = t(language, "refused.title", { service: connectionNames[service] });
  const link = html`<a href="${home}">${t(language, "refused.link")}</a>`;
  const body = html`<h1>${title}</h1><p>${t(language, "refused.text")}</p><p>${link}</p>`;
  return sendServerPage(reply.code(400), { language, title, body });
}
