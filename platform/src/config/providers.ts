import type { Environment } from "./environment.ts";

/** Access to external services; null if not configured. */
export type Providers = {
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string } | null;
  /** `baseUrl` is the origin of a non-Google service that implements its protocol. */
  firebase: { projectId: string; apiKey: string; baseUrl: string | null } | null;
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  googleAds: { developerToken: string | null; apiUrl: string; version: string } | null;
  googleAnalytics: { apiUrl: string; adminUrl: string } | null;
  microsoft: { clientId: string; clientSecret: string; issuer: string } | null;
  meta: { appId: string; appSecret: string; graphUrl: string; graphVersion: string; dialogUrl: string } | null;
  googleMapsKey: string | null;
};

/** Real services if keys are configured; in the demo the sandbox for the rest. */
export function providersOf(e: Environment, sandboxUrl: string | null): Providers {
  const standIn = (path: string): string => `${sandboxUrl}${path}`;
  const demoKey = (name: string): string | null => (sandboxUrl ? `demo-${name}` : null);
  const pick = (given: string | undefined, real: string, path: string, configured: boolean): string =>
    given ?? (sandboxUrl && !configured ? standIn(path) : real);

  const stripeKey = e.STRIPE_SECRET_KEY ?? demoKey("stripe-secret-key");
  const googleId = e.GOOGLE_CLIENT_ID ?? demoKey("google-client");
  const microsoftId = e.MICROSOFT_CLIENT_ID ?? demoKey("microsoft-client");
  const metaId = e.META_APP_ID ?? demoKey("meta-app");
  const googleGiven = e.GOOGLE_CLIENT_ID !== undefined;
  return {
    stripe: stripeKey
      ? {
          secretKey: stripeKey,
          publishableKey: e.STRIPE_PUBLISHABLE_KEY ?? "",
          webhookSecret: e.STRIPE_WEBHOOK_SECRET ?? demoKey("stripe-webhook-secret") ?? "",
          apiUrl: pick(e.STRIPE_API_URL, "https://api.stripe.com", "/stripe", e.STRIPE_SECRET_KEY !== undefined),
        }
      : null,
    firebase:
      e.FIREBASE_PROJECT_ID && e.FIREBASE_API_KEY
        ? {
            projectId: e.FIREBASE_PROJECT_ID,
            apiKey: e.FIREBASE_API_KEY,
            baseUrl: e.FIREBASE_BASE_URL ?? null,
          }
        : null,
    google: googleId
      ? {
          clientId: googleId,
          clientSecret: e.GOOGLE_CLIENT_SECRET ?? demoKey("google-secret") ?? "",
          issuer: pick(e.GOOGLE_ISSUER, "https://accounts.google.com", "/google", googleGiven),
        }
      : null,
    googleAds: googleId
      ? {
          developerToken: e.GOOGLE_ADS_DEVELOPER_TOKEN ?? null,
          apiUrl: pick(e.GOOGLE_ADS_API_URL, "https://googleads.googleapis.com", "/google-ads", googleGiven),
          version: e.GOOGLE_ADS_API_VERSION,
        }
      : null,
    googleAnalytics: googleId
      ? {
          apiUrl: pick(
            e.GOOGLE_ANALYTICS_API_URL,
            "https://analyticsdata.googleapis.com",
            "/google-analytics",
            googleGiven,
          ),
          adminUrl: pick(
            e.GOOGLE_ANALYTICS_ADMIN_URL,
            "https://analyticsadmin.googleapis.com",
            "/google-analytics",
            googleGiven,
          ),
        }
      : null,
    microsoft: microsoftId
      ? {
          clientId: microsoftId,
          clientSecret: e.MICROSOFT_CLIENT_SECRET ?? demoKey("microsoft-secret") ?? "",
          issuer: pick(
            e.MICROSOFT_ISSUER,
            "https://login.microsoftonline.com/common/v2.0",
            "/microsoft",
            e.MICROSOFT_CLIENT_ID !== undefined,
          ),
        }
      : null,
    meta: metaId
      ? {
          appId: metaId,
          appSecret: e.META_APP_SECRET ?? demoKey("meta-secret") ?? "",
          graphUrl: pick(e.META_GRAPH_URL, "https://graph.facebook.com", "/meta", e.META_APP_ID !== undefined),
          graphVersion: e.META_GRAPH_VERSION,
          dialogUrl: pick(e.META_DIALOG_URL, "https://www.facebook.com", "/meta", e.META_APP_ID !== undefined),
        }
      : null,
    googleMapsKey: e.GOOGLE_MAPS_KEY ?? null,
  };
}
