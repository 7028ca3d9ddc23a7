import { connectionNames } from "@litfass/contract/connections/connections";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import * as openid from "openid-client";
import { z } from "zod";
import { ServiceProblem } from "./call-service.ts";
import { saveConnection } from "./connection-sql.ts";
import { askFacebook } from "./meta/facebook-api.ts";
import type { ServiceClient } from "./service-clients.ts";
import { expiryOf, sealTokens, type Tokens } from "./tokens.ts";

const person = z.object({ id: z.string().min(1).max(255), name: z.string().max(256).optional() });
const longLived = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** What the way back must fit. */
export type ConnectionAttempt = { uid: string; state: string; nonce: string; verifier: string };

/**
 * Redeems the code that the consent gave, and stores the connection in the place of an earlier one.
 * @throws openid-client's errors, or ServiceProblem
 */
export async function finishConnection(
  platform: Platform,
  client: ServiceClient,
  current: URL,
  attempt: ConnectionAttempt,
): Promise<void> {
  const answer = await openid.authorizationCodeGrant(client.configuration, current, {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.verifier,
    ...(client.hasIdTokens ? { expectedNonce: attempt.nonce, idTokenExpected: true } : {}),
  });
  const now = platform.clock.now();
  const claims = answer.claims();
  const given: Tokens = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: expiryOf(answer.expires_in, now),
  };
  const { tokens, subject, accountName } = claims
    ? { tokens: given, subject: claims.sub, accountName: String(claims.email ?? claims.sub) }
    : await facebookAccount(platform, given);
  const { service } = client;
  await platform.db.transaction(async (tx) => {
    const row = { uid: attempt.uid, service, subject, accountName, sealedTokens: sealTokens(tokens, platform) };
    await saveConnection(tx, { ...row, connectedAt: now, fetchedAt: null, brokenAt: null });
    const details = { description: `${connectionNames[service]}: ${accountName}` };
    const entry = { at: now, actorUid: attempt.uid, subjectUid: attempt.uid, details };
    await recordAudit(tx, { ...entry, action: "service_connected" });
  });
}

/** Facebook's token of an hour for one of some weeks, and whose it is. */
async function facebookAccount(platform: Platform, given: Tokens) {
  const { meta } = platform.config.providers;
  if (!meta) throw new ServiceProblem("unreachable", "facebook is not configured");
  const exchange = {
    grant_type: "fb_exchange_token",
    client_id: meta.appId,
    client_secret: meta.appSecret,
    fb_exchange_token: given.accessToken,
  };
  const { access_token: accessToken, expires_in } = await askFacebook(
    platform,
    null,
    "/oauth/access_token",
    exchange,
    longLived,
  );
  const { id, name } = await askFacebook(platform, accessToken, "/me", { fields: "id,name" }, person);
  const tokens = { accessToken, refreshToken: null, expiresAt: expiryOf(expires_in, platform.clock.now()) };
  return { tokens, subject: id, accountName: name ?? id };
}
