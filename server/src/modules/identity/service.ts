import type { Platform } from "@litfass/platform/platform";
import { createKnownNetworks, type KnownNetworks } from "./known-networks.ts";
import { createLockout, type Lockout } from "./lockout.ts";
import { createMailLimits, type MailLimits } from "./mail-limits.ts";
import { createProbeLimit, type ProbeLimit } from "./probe-limit.ts";
import { createSigningKeys, type SigningKeys } from "./protocol/signing-keys.ts";
import { createSocialProviders, type ProviderClient, type SocialProvider } from "./providers/social-provider.ts";

/** Name of the built-in identity provider in `user_identities`, and its project id on the wire. */
export const builtInProvider = "litfass";

/** What the calls of the built-in identity provider work with. */
export type IdentityService = {
  platform: Platform;
  keys: SigningKeys;
  lockout: Lockout;
  mailLimits: MailLimits;
  probes: ProbeLimit;
  knownNetworks: KnownNetworks;
  /** The client of a social provider, or null where it is not configured. */
  social(name: SocialProvider): Promise<ProviderClient | null>;
  projectId: string;
  /** Issuer of its ID tokens. */
  issuer: string;
};

/** Issuer of the built-in provider's tokens: an address below the site's own, so that it can never be another installation's. */
export const builtInIssuer = (publicUrl: string): string =>
  `${publicUrl}/securetoken.googleapis.com/${builtInProvider}`;

export const createIdentityService = (platform: Platform): IdentityService => ({
  platform,
  keys: createSigningKeys(platform),
  lockout: createLockout(platform),
  mailLimits: createMailLimits(platform),
  probes: createProbeLimit(platform),
  knownNetworks: createKnownNetworks(platform),
  social: createSocialProviders(platform),
  projectId: builtInProvider,
  issuer: builtInIssuer(platform.config.publicUrl),
});
