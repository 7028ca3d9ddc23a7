import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/** What the pages may load. Nothing inline, nothing foreign but what a configured service needs. */
export function contentSecurityPolicy(config: Config): string {
  const ads = new URL(config.adsUrl).origin;
  const { firebase } = config.providers;
  const google = ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"];
  const identity = firebase === null ? [] : firebase.baseUrl === null ? google : [firebase.baseUrl];
  const maps = config.providers.googleMapsKey ? ["https://maps.googleapis.com", "https://maps.gstatic.com"] : [];
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...maps],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:", "blob:", ads, ...maps],
    "media-src": ["'self'", "blob:", ads],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...identity, ...maps],
    "frame-src": ["'self'", ads],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'self'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}

/** Sets the strict headers on every answer, except those that a route has set itself. */
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
