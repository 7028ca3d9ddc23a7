import type { Config } from "@litfass/platform/config/config";

/** The URLs of an external identity provider that implements the Identity Toolkit protocol. */
type IdentityPlatform = {
  /** Calls such as `accounts:update` are below it. */
  toolkit: string;
  /** The public keys of its ID tokens, as a JSON Web Key Set. */
  keys: string;
  /** Issuer of its ID tokens. */
  issuer: string;
};

/**
 * Google's Identity Platform, or the service at the configured base URL with the paths of the built-in provider:
 * another installation can provide sign-in for this one (IDP-014).
 */
export function identityPlatformOf({
  projectId,
  baseUrl,
}: NonNullable<Config["providers"]["firebase"]>): IdentityPlatform {
  if (baseUrl !== null) {
    return {
      toolkit: `${baseUrl}/identitytoolkit.googleapis.com/v1`,
      keys: `${baseUrl}/securetoken.googleapis.com/.well-known/jwks.json`,
      issuer: `${baseUrl}/securetoken.googleapis.com/${projectId}`,
    };
  }
  return {
    toolkit: "https://identitytoolkit.googleapis.com/v1",
    keys: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    issuer: `https://securetoken.google.com/${projectId}`,
  };
}
