import {
  type ConnectionService,
  connectionNames,
  connectionPaths,
  connectionServices,
} from "@litfass/contract/connections/connections";
import { identify, type SignedIn } from "@litfass/platform/http/kit";
import { languageOf } from "@litfass/platform/http/language";
import { html } from "@litfass/platform/http/pages/html";
import { sendServerPage } from "@litfass/platform/http/pages/server-page";
import { seal, unseal } from "@litfass/platform/security/sealing";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as openid from "openid-client";
import type { ConnectionContext } from "./connection-context.ts";
import { type ConnectionAttempt, finishConnection, PermissionMissing } from "./finish-connection.ts";
import type { ServiceClient } from "./service-clients.ts";

const cookieName = "litfass_connection";
const purpose = "litfass connection attempt";
const minutes = 10;
const home = "/integrations";

type KeptAttempt = ConnectionAttempt & { service: ConnectionService; at: number };

/**
 * The six pages of the connection flows: `oauth` (web analytics), `facebook/oauth` and `google-ads/oauth` lead to the
 * provider's consent, their `callback` stores what it gave and returns to the integrations (PAGE-017 to PAGE-023).
 */
export async function addConnectionPages(app: FastifyInstance, context: ConnectionContext): Promise<void> {
  const { config, clock, random } = context.platform;
  const secret = config.secrets.session;

  await app.register(async (pages) => {
    pages.addHook("onRequest", async (request, reply) => {
      await app.kit.limits.countAddress(request.ip);
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
        if (!user) return reply.redirect("/login");
        if (!user.filled) return reply.redirect("/account");
        const client = await openClient(request, service);
        if (!client) return back(reply, service, "unavailable");
        const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
        const attempt: KeptAttempt = { service, uid: user.uid, state, nonce, verifier, at: clock.now().getTime() };
        reply.setCookie(cookieName, seal(JSON.stringify(attempt), secret, purpose, random), cookie);
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
        if (!user) return reply.redirect("/login");
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
    const opened = unseal(request.cookies[cookieName] ?? "", secret, purpose);
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

/** Back to the integrations, which tell how it went. */
const back = (reply: FastifyReply, service: ConnectionService, outcome: string): FastifyReply =>
  reply.redirect(`${home}?${new URLSearchParams({ service, outcome })}`);

const texts = {
  en: {
    title: (name: string) => `${name} was not connected`,
    text: "This answer does not belong to a connection that you began here in the last ten minutes. Begin again.",
    link: "To the integrations",
  },
  de: {
    title: (name: string) => `${name} wurde nicht verbunden`,
    text: "Diese Antwort gehört zu keiner Verbindung, die Sie hier in den letzten zehn Minuten begonnen haben. Beginnen Sie neu.",
    link: "Zu den Verbindungen",
  },
};

/** An answer that nobody here asked for: another window's, an old one, or somebody else's. */
function refuse(request: FastifyRequest, reply: FastifyReply, service: ConnectionService): FastifyReply {
  const language = languageOf(request);
  const t = texts[language];
  const title = t.title(connectionNames[service]);
  const body = html`<h1>${title}</h1><p>${t.text}</p><p><a href="${home}">${t.link}</a></p>`;
  return sendServerPage(reply.code(400), { language, title, body });
}
