import { createHash } from "node:crypto";
import { emailShape } from "@litfass/contract/kernel/rules";
import { toLine } from "@litfass/contract/kernel/text";
import type { Platform } from "@litfass/platform/platform";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { WireError } from "../protocol/wire-error.ts";
import { isHttps } from "../protocol/wire-input.ts";
import type { ProviderClient } from "./social-provider.ts";

/** The person identified by a social provider. */
export type SocialPerson = {
  rawId: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  name: string | null;
  photoUrl: string | null;
  /** The provider's raw data, for `rawUserInfo`. */
  raw: Record<string, unknown>;
};

export type SocialCredential = { idToken: string | null; accessToken: string | null; nonce: string | null };

const refused = (why: string): WireError => new WireError(`INVALID_IDP_RESPONSE : ${why}`);
const text = (value: unknown, max = 2048): string | null =>
  typeof value === "string" && value !== "" && value.length <= max ? value : null;

const nameOf = (value: unknown): string | null => toLine(text(value) ?? "", 256) || null;

/** A lowercase address; null if no mail could be sent to it. */
function emailOf(value: unknown): string | null {
  const email = text(value, 254)?.toLowerCase() ?? null;
  return email !== null && emailShape.test(email) ? email : null;
}

/** Checks a provider's credential and returns its person. @throws WireError INVALID_IDP_RESPONSE */
export const socialPersonOf = (
  platform: Platform,
  client: ProviderClient,
  credential: SocialCredential,
): Promise<SocialPerson> =>
  client.hasIdTokens
    ? personOfIdToken(platform, client, credential)
    : personAtFacebook(platform, credential.accessToken);

async function personOfIdToken(
  platform: Platform,
  client: ProviderClient,
  { idToken, nonce }: SocialCredential,
): Promise<SocialPerson> {
  if (!idToken || !client.keys) throw refused("The id_token is missing.");
  const claims = await openIdToken(platform, client, idToken);
  if (claims.iss !== issuerFor(client, claims)) throw refused("The issuer is another one.");
  if (nonce !== null && !matchesNonce(claims.nonce, nonce)) {
    throw new WireError("MISSING_OR_INVALID_NONCE : The nonce does not fit the id_token.");
  }
  const rawId = text(claims.sub, 255);
  if (!rawId) throw refused("The subject is missing.");
  return {
    rawId,
    email: emailOf(claims.email),
    // Microsoft's xms_edov says whether the address is of a verified domain; without it anyone can claim any address.
    emailVerified: client.name === "google" ? claims.email_verified === true : isOwnDomain(claims.xms_edov),
    name: nameOf(claims.name),
    photoUrl: isHttps(claims.picture) ? text(claims.picture) : null,
    raw: claims,
  };
}

async function openIdToken(platform: Platform, client: ProviderClient, idToken: string): Promise<JWTPayload> {
  if (!client.keys) throw refused("The provider has no keys.");
  try {
    const { payload } = await jwtVerify(idToken, client.keys, {
      algorithms: ["RS256"],
      audience: client.clientId,
      requiredClaims: ["sub", "iat", "exp", "iss"],
      currentDate: platform.clock.now(),
      clockTolerance: 30,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(error.message);
    throw error;
  }
}

const isOwnDomain = (value: unknown): boolean => value === true || value === 1 || value === "1" || value === "true";

/** Microsoft's common issuer contains the tenant's id from the token. */
const issuerFor = (client: ProviderClient, claims: JWTPayload): string =>
  client.configuration.serverMetadata().issuer.replace("{tenantid}", text(claims.tid, 64) ?? "");

const matchesNonce = (claimed: unknown, nonce: string): boolean =>
  claimed === nonce || claimed === createHash("sha256").update(nonce).digest("hex");

/** A token of Facebook is accepted only for our own app: another app could pass on the tokens of its users. */
async function personAtFacebook(platform: Platform, accessToken: string | null): Promise<SocialPerson> {
  const { meta } = platform.config.providers;
  if (!accessToken || !meta) throw refused("The access_token is missing.");
  const ask = async (path: string, query: Record<string, string>): Promise<Record<string, unknown>> => {
    const answer = await platform.egress(`${meta.graphUrl}${path}?${new URLSearchParams(query)}`, {
      maxBytes: 100_000,
    });
    if (answer.status !== 200) throw refused("Facebook does not know this access_token.");
    return answer.json() as Record<string, unknown>;
  };
  const app = `${meta.appId}|${meta.appSecret}`;
  const { data } = (await ask("/debug_token", { input_token: accessToken, access_token: app })) as {
    data?: { app_id?: unknown; is_valid?: unknown; user_id?: unknown };
  };
  if (data?.is_valid !== true || String(data.app_id) !== meta.appId)
    throw refused("The access_token is another app's.");
  const raw = await ask("/me", { fields: "id,name,email", access_token: accessToken });
  const rawId = text(raw.id, 255);
  if (!rawId || rawId !== String(data.user_id)) throw refused("The access_token is another person's.");
  return {
    rawId,
    email: emailOf(raw.email),
    emailVerified: false,
    name: nameOf(raw.name),
    photoUrl: null,
    raw,
  };
}
