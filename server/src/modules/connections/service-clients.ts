import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { Platform } from "@litfass/platform/platform";
import type { Configuration } from "openid-client";
import { createSocialProviders } from "../identity/index.ts";
import { adsPermission } from "./meta/social-ads.ts";

/** How to request consent and tokens. */
export type ServiceClient = {
  service: ConnectionService;
  configuration: Configuration;
  /** All scopes that the consent page lists. */
  scope: string;
  /** The scope required to read figures. */
  permission: string;
  /** Further parameters of the consent page. */
  parameters: Record<string, string>;
  /** Google names the account's owner in an ID token, Facebook in a separate call. */
  hasIdTokens: boolean;
};
export type ServiceClients = {
  /** null if the installation is not configured for the service. @throws Error if the provider does not answer */
  open(service: ConnectionService): Promise<ServiceClient | null>;
  isAvailable(service: ConnectionService): boolean;
};

const google = "https://www.googleapis.com/auth";
// Google issues a refresh token only for offline access, and another one only after a new consent.
const offline = { access_type: "offline", prompt: "consent" };

const consents: Record<ConnectionService, Pick<ServiceClient, "scope" | "permission" | "parameters">> = {
  google_analytics: consentOf("openid email", `${google}/analytics.readonly`, offline),
  google_ads: consentOf("openid email", `${google}/adwords`, offline),
  // By default Facebook's dialog does not ask again for a declined permission.
  facebook: consentOf("public_profile", adsPermission, { auth_type: "rerequest" }),
};

function consentOf(identity: string, permission: string, parameters: Record<string, string>) {
  return { scope: `${identity} ${permission}`, permission, parameters };
}

/** The clients of the services, with the app registrations of the social sign-ins. */
export function createServiceClients(platform: Platform): ServiceClients {
  const providers = createSocialProviders(platform);
  const { googleAds, googleAnalytics, meta } = platform.config.providers;
  const set = { google_ads: googleAds, google_analytics: googleAnalytics, facebook: meta };
  const isAvailable = (service: ConnectionService): boolean =>
    set[service] !== null && (service === "facebook" || platform.config.providers.google !== null);
  return {
    isAvailable,
    async open(service) {
      if (!isAvailable(service)) return null;
      const client = await providers(service === "facebook" ? "facebook" : "google");
      if (!client) return null;
      const { configuration, hasIdTokens } = client;
      return { service, configuration, hasIdTokens, ...consents[service] };
    },
  };
}
