import { connectionNames } from "@litfass/contract/connections/connections";
import type { Actor } from "@litfass/platform/command/actor";
import { command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import * as openid from "openid-client";
import { z } from "zod";
import type { ConnectionContext } from "./connection-context.ts";
import { saveConnection } from "./connection-sql.ts";
import { callGraph, exchangeToken, isGranted } from "./meta/graph-api.ts";
import type { ServiceClient } from "./service-clients.ts";
import type { ConnectionRow } from "./tables.ts";
import { expiryOf, sealTokens, type Tokens } from "./tokens.ts";

/** State that the provider's response must match. */
export type ConnectionAttempt = { uid: string; state: string; nonce: string; verifier: string };

/** The user agreed but declined the permission required to read figures. */
export class PermissionMissing extends Error {
  override name = "PermissionMissing";
}

type NewConnection = Pick<ConnectionRow, "uid" | "service" | "subject" | "accountName" | "sealedTokens">;

/** Stores a connection, replacing the user's earlier one to the same service. */
export const connectService = command<NewConnection, void>({
  name: "connections.connect_service",
  errors: [],
  async run({ ctx, input }) {
    await saveConnection(ctx.tx, { ...input, connectedAt: ctx.clock.now(), fetchedAt: null, brokenAt: null });
    const description = `${connectionNames[input.service]}: ${input.accountName}`;
    await ctx.audit.record({ action: "service_connected", subjectUid: input.uid, details: { description } });
  },
});

/**
 * Redeems the authorization code and stores the connection.
 * @throws PermissionMissing, openid-client's errors, or ServiceProblem
 */
export async function finishConnection(
  { platform, execute }: ConnectionContext,
  client: ServiceClient,
  { actor, current, attempt }: { actor: Actor; current: URL; attempt: ConnectionAttempt },
): Promise<void> {
  // Where a nonce is expected, an answer without an ID token is an error.
  const answer = await openid.authorizationCodeGrant(client.configuration, current, {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.verifier,
    ...(client.hasIdTokens ? { expectedNonce: attempt.nonce } : {}),
  });
  const given: Tokens = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: expiryOf(answer.expires_in, platform.clock.now()),
  };
  const claims = answer.claims();
  // Google lists the granted scopes in the response, Facebook in a separate call. Users can decline each one.
  const isPermitted = claims
    ? (answer.scope ?? client.permission).split(" ").includes(client.permission)
    : await isGranted(platform, given.accessToken, client.permission);
  if (!isPermitted) throw new PermissionMissing(client.permission);
  const { tokens, subject, accountName } = claims
    ? { tokens: given, subject: claims.sub, accountName: String(claims.email ?? claims.sub) }
    : await facebookAccount(platform, given);
  const sealedTokens = sealTokens(tokens, platform);
  const input = { uid: attempt.uid, service: client.service, subject, accountName, sealedTokens };
  await execute(connectService, { actor, input, lang: "en" });
}

const person = z.object({ id: z.string().min(1).max(255), name: z.string().max(256).optional() });

/** Exchanges Facebook's hourly token for one of about 60 days, and fetches its owner. */
async function facebookAccount(platform: Platform, given: Tokens) {
  const tokens = await exchangeToken(platform, given.accessToken);
  const query = { fields: "id,name" };
  const { id, name } = await callGraph(platform, tokens.accessToken, { path: "/me", query, schema: person });
  return { tokens, subject: id, accountName: name ?? id };
}
