import { fetchThrough } from "@litfass/platform/egress/fetch-through";
import type { Platform } from "@litfass/platform/platform";
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from "jose";
import * as openid from "openid-client";

export const socialProviders = ["google", "microsoft", "facebook"] as const;
export type SocialProvider = (typeof socialProviders)[number];

export type ProviderClient = {
  name: SocialProvider;
  clientId: string;
  configuration: openid.Configuration;
  /** The scopes to request. */
  scope: string;
  /** Whether the provider gives ID tokens; Facebook gives access tokens only. */
  hasIdTokens: boolean;
  /** The provider's keys, for its ID tokens. */
  keys: JWTVerifyGetKey | null;
};

const cacheMs = 60 * 60 * 1000;

/** The configured social sign-ins; each provider's configuration is fetched at most once an hour. */
export function createSocialProviders(platform: Platform): (name: SocialProvider) => Promise<ProviderClient | null> {
  const cache = new Map<SocialProvider, { client: Promise<ProviderClient | null>; until: number }>();
  return (name) => {
    const now = platform.clock.now().getTime();
    const known = cache.get(name);
    if (known && known.until > now) return known.client;
    const client = openProvider(platform, name);
    cache.set(name, { client, until: now + cacheMs });
    client.catch(() => cache.delete(name));
    return client;
  };
}

async function openProvider(platform: Platform, name: SocialProvider): Promise<ProviderClient | null> {
  const { google, microsoft, meta } = platform.config.providers;
  if (name === "facebook") return meta && facebookClient(platform, meta);
  const settings = name === "google" ? google : microsoft;
  if (!settings) return null;
  const configuration = await openid.discovery(
    new URL(settings.issuer),
    settings.clientId,
    settings.clientSecret,
    openid.ClientSecretPost(settings.clientSecret),
    {
      [openid.customFetch]: fetchThrough(platform.egress),
      timeout: 10,
      // The demo's sandbox uses plain http on this machine.
      execute: settings.issuer.startsWith("http:") ? [openid.allowInsecureRequests] : [],
    },
  );
  const jwksUri = configuration.serverMetadata().jwks_uri;
  return {
    name,
    clientId: settings.clientId,
    configuration,
    scope: "openid email profile",
    hasIdTokens: true,
    keys: jwksUri ? createRemoteJWKSet(new URL(jwksUri), { [joseFetch]: fetchThrough(platform.egress) }) : null,
  };
}

function facebookClient(
  platform: Platform,
  meta: NonNullable<Platform["config"]["providers"]["meta"]>,
): ProviderClient {
  const server = {
    issuer: meta.dialogUrl,
    authorization_endpoint: `${meta.dialogUrl}/dialog/oauth`,
    token_endpoint: `${meta.graphUrl}/oauth/access_token`,
  };
  const configuration = new openid.Configuration(
    server,
    meta.appId,
    meta.appSecret,
    openid.ClientSecretPost(meta.appSecret),
  );
  configuration[openid.customFetch] = fetchThrough(platform.egress);
  if (meta.graphUrl.startsWith("http:")) openid.allowInsecureRequests(configuration);
  return {
    name: "facebook",
    clientId: meta.appId,
    configuration,
    scope: "email public_profile",
    hasIdTokens: false,
    keys: null,
  };
}
