import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

type Exceptions = {
  /**
   * Allows Google Maps, which needs what developers.google.com/maps/documentation/javascript/content-security-policy
   * lists; it copies the nonce of the page's elements to those it adds.
   */
  mapsNonce?: string;
  /** The text of the only inline script that the page may contain, allowed by its hash (CSP Level 3, 2.3.1). */
  inlineScript?: string | null;
  /** The same for the only inline style. */
  inlineStyle?: string;
};

/** The content security policy of pages: nothing inline, nothing external except configured services. */
export function contentSecurityPolicy(
  config: Pick<Config, "adsUrl"> & { providers: Pick<Config["providers"], "firebase"> },
  { mapsNonce, inlineScript = null, inlineStyle }: Exceptions = {},
): string {
  const ads = new URL(config.adsUrl).origin;
  const { firebase } = config.providers;
  const identityPlatform = ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"];
  const identity = firebase === null ? [] : firebase.baseUrl === null ? identityPlatform : [firebase.baseUrl];
  const maps = mapsNonce === undefined ? null : mapsSources(mapsNonce);
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...(inlineScript === null ? [] : [hashOf(inlineScript)]), ...(maps?.script ?? [])],
    "style-src": ["'self'", ...(inlineStyle === undefined ? [] : [hashOf(inlineStyle)]), ...(maps?.style ?? [])],
    "img-src": ["'self'", "data:", "blob:", ads, ...(maps?.image ?? [])],
    "media-src": ["'self'", "blob:", ads],
    "font-src": ["'self'", ...(maps?.font ?? [])],
    "connect-src": ["'self'", ...identity, ...(maps?.connect ?? [])],
    "frame-src": ["'self'", ads, ...(maps?.frame ?? [])],
    ...(maps ? { "worker-src": ["'self'", "blob:"] } : {}),
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'self'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const google = ["https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com"];

const mapsSources = (nonce: string) => ({
  script: [`'nonce-${nonce}'`, "'unsafe-eval'", "blob:", ...google],
  style: [`'nonce-${nonce}'`, "https://fonts.googleapis.com"],
  image: [...google, "https://*.googleusercontent.com"],
  font: ["https://fonts.gstatic.com"],
  connect: [...google, "data:", "blob:"],
  frame: ["https://*.google.com"],
});

/** The web app's shell with a nonce on its scripts and styles, for Google Maps. */
export const withNonce = (shell: string, nonce: string): string =>
  shell.replaceAll(/<(script|link|style)\b/g, `<$1 nonce="${nonce}"`);

/** Sets the strict headers on every response, except those set by the route. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy(config),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    // The sign-in windows of Google, Microsoft and Facebook report back to the page that opened them.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
  };
  if (config.publicUrl.startsWith("https://")) headers["strict-transport-security"] = "max-age=31536000";
  app.addHook("onSend", async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
}
