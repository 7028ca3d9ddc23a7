import type { Language } from "@litfass/contract/kernel/language";
import { acceptedLanguage, offeredLanguages } from "@litfass/platform/http/language";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { deleteOwnAccount } from "../accounts/close-account.ts";
import { passwordMaxLength, passwordMinLength } from "../accounts/password.ts";
import { resetPassword } from "../accounts/reset-password.ts";
import { type IdentityCall, identityCallOf } from "../identity-call.ts";
import { builtInIssuer, type IdentityService } from "../service.ts";
import { createAuthUri } from "./create-auth-uri.ts";
import { exchangeRefreshToken } from "./exchange-refresh-token.ts";
import { lookUpAccount } from "./look-up-account.ts";
import { authorizedDomains, sendCode } from "./send-code.ts";
import { signInWithCustomToken } from "./sign-in-with-custom-token.ts";
import { signInWithIdp } from "./sign-in-with-idp.ts";
import { signInWithEmailLink } from "./sign-in-with-link.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { signUp } from "./sign-up.ts";
import { changeAccount } from "./update-account.ts";
import { invalidJson, missingApiKey, WireError, wireErrorBody, wireNotFound } from "./wire-error.ts";
import { readWireInput, type WireInput } from "./wire-input.ts";

type WireVerb = (service: IdentityService, input: WireInput, call: IdentityCall) => Promise<Record<string, unknown>>;

/** The calls of the protocol that change or read accounts. */
const verbs: Record<string, WireVerb> = {
  signUp,
  signInWithPassword,
  lookup: lookUpAccount,
  update: changeAccount,
  sendOobCode: sendCode,
  resetPassword,
  createAuthUri,
  signInWithCustomToken,
  signInWithEmailLink,
  signInWithIdp,
  delete: deleteOwnAccount,
};

const toolkit = "/identitytoolkit.googleapis.com";
const secureToken = "/securetoken.googleapis.com";
const maxBodyBytes = 64 * 1024;

/** The built-in identity provider at the paths that the client library's `connectAuthEmulator` calls. */
export async function addWireRoutes(app: FastifyInstance, service: IdentityService): Promise<void> {
  await app.register(async (wire) => {
    readBodiesAsTheProtocol(wire);
    wire.setErrorHandler((error, request, reply) => {
      const wireError = wireErrorOf(error);
      if (wireError.status >= 500) request.log.error({ err: error }, "an identity call failed");
      return reply.code(wireError.status).send(wireErrorBody(wireError));
    });
    wire.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      await app.services.limits.countAddress(request.ip);
      const { key } = request.query as { key?: unknown };
      if (!isKeySet(request) && (typeof key !== "string" || key === "")) throw missingApiKey();
    });

    wire.post(`${toolkit}/v1/:call`, { bodyLimit: maxBodyBytes }, async (request) => {
      const [noun, name = ""] = (request.params as { call: string }).call.split(":");
      const verb = noun === "accounts" && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (!verb) throw wireNotFound();
      return verb(service, readWireInput(request.body), identityCallOf(service, request, languageOfCall(request)));
    });
    wire.post(`${secureToken}/v1/token`, { bodyLimit: maxBodyBytes }, async (request) =>
      exchangeRefreshToken(service, (request.body ?? {}) as Record<string, unknown>),
    );
    wire.get(`${toolkit}/v1/projects`, async () => ({
      projectId: service.projectId,
      authorizedDomains: authorizedDomains(service),
    }));
    wire.get(`${toolkit}/v2/recaptchaConfig`, async () => recaptchaConfig);
    wire.get(`${toolkit}/v2/passwordPolicy`, async () => passwordPolicy);
    const issuer = builtInIssuer(service.platform.config.publicUrl);
    wire.get(`${secureToken}/.well-known/jwks.json`, async () => service.keys.publicSet());
    wire.get(`${secureToken}/${service.projectId}/.well-known/openid-configuration`, async () => ({
      issuer,
      jwks_uri: `${service.platform.config.publicUrl}${secureToken}/.well-known/jwks.json`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }));
    for (const base of [toolkit, secureToken]) {
      wire.all(`${base}/*`, async () => {
        throw wireNotFound();
      });
    }
  });
}

/** The keys are public: clients request them without an API key. */
const isKeySet = (request: FastifyRequest): boolean => request.routeOptions.url?.includes("/.well-known/") ?? false;

const recaptchaConfig = {
  // The client library expects a key even if nothing is enforced.
  recaptchaKey: "projects/litfass/keys/none",
  recaptchaEnforcementState: [
    { provider: "EMAIL_PASSWORD_PROVIDER", enforcementState: "OFF" },
    { provider: "PHONE_PROVIDER", enforcementState: "OFF" },
  ],
};

const passwordPolicy = {
  customStrengthOptions: { minPasswordLength: passwordMinLength, maxPasswordLength: passwordMaxLength },
  schemaVersion: 1,
  enforcementState: "ENFORCE",
  forceUpgradeOnSignin: false,
};

/** The client library sends the language in its own header. */
const languageOfCall = (request: FastifyRequest): Language =>
  acceptedLanguage(
    String(request.headers["x-firebase-locale"] ?? request.headers["accept-language"] ?? ""),
    offeredLanguages(request),
  ) ?? "en";

function readBodiesAsTheProtocol(wire: FastifyInstance): void {
  wire.removeAllContentTypeParsers();
  wire.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, {});
    try {
      const parsed: unknown = JSON.parse(String(body));
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
        throw new SyntaxError("Not an object");
      done(null, parsed);
    } catch (error) {
      done(invalidJson((error as Error).message));
    }
  });
  wire.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  wire.addContentTypeParser("*", (request, _payload, done) =>
    done(new WireError(`Invalid content-type: ${request.headers["content-type"] ?? ""}`, { reason: "unknown" })),
  );
}

function wireErrorOf(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const status =
    (error as { status?: number; statusCode?: number }).status ?? (error as { statusCode?: number }).statusCode;
  if (status === 429) return new WireError("QUOTA_EXCEEDED", { status: 429, grpcStatus: "RESOURCE_EXHAUSTED" });
  if (status === 413) return new WireError("The request is too large.", { status: 413, reason: "uploadTooLarge" });
  if (status !== undefined && status >= 400 && status < 500) return new WireError("INVALID_ARGUMENT", { status });
  return new WireError("INTERNAL_ERROR", { status: 500, reason: "backendError", grpcStatus: "INTERNAL" });
}
