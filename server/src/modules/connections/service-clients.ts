import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { Platform } from "@litfass/platform/platform";
import type { Configuration } from "openid-client";
import { createSocialProviders } from "../identity/index.ts";

/** How to ask for consent, and for tokens. */
export type ServiceClient = {
  service: ConnectionService;
  configuration: Configuration;
  /** What is asked for: reading alone. */
  scope: string;
  /** What the provider wants beside that. */
  parameters: Record<string, string>;
  /** Google tells by an ID token whose account it is, Facebook by a call. */
  hasIdTokens: boolean;
};
export type ServiceClients = {
  /** null where the installation is not set up for the service. @throws where the provider does not answer */
  open(service: ConnectionService): Promise<ServiceClient | null>;
  isAvailable(service: ConnectionService): boolean;
};

const google = "https://www.googleapis.com/auth";
// Google gives a refresh token only where it is asked for, and again only where the consent is.
const lasting = { access_type: "offline", prompt: "consent" };

const wishes: Record<ConnectionService, Pick<ServiceClient, "scope" | "parameters">> = {
  google_analytics: { scope: `openid email ${google}/analytics.readonly`, parameters: lasting },
  google_ads: { scope: `openid email ${google}/adwords`, parameters: lasting },
  facebook: { scope: "public_profile ads_read", parameters: {} },
};

/** The clients of the services, by the same app registrations as the social sign-ins. */
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
      return { service, configuration, hasIdTokens, ...wishes[service] };
    },
  };
}
