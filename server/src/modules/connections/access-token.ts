import type { Platform } from "@litfass/platform/platform";
import * as openid from "openid-client";
import { ServiceProblem } from "./call-service.ts";
import { updateConnection } from "./connection-sql.ts";
import type { ServiceClients } from "./service-clients.ts";
import type { ConnectionRow } from "./tables.ts";
import { expiryOf, openTokens, sealTokens, type Tokens } from "./tokens.ts";

/** A token that ends this soon is renewed before it is used. */
const marginMs = 60_000;

/**
 * Calls with an access token that is good, renewed first where it ends soon, and once more where the service says that
 * it is not good. Where the consent has ended, that is noted at the connection.
 * @throws ServiceProblem
 */
export async function withAccessToken<Answer>(
  platform: Platform,
  clients: ServiceClients,
  connection: ConnectionRow,
  ask: (accessToken: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    if (connection.brokenAt) throw new ServiceProblem("expired");
    const tokens = openTokens(connection.sealedTokens, platform);
    if (!tokens) throw new ServiceProblem("expired", "the tokens were sealed with another secret");
    const endsAt = tokens.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(tokens.expiresAt);
    const endsSoon = endsAt < platform.clock.now().getTime() + marginMs;
    if (endsSoon) return await ask(await renew(platform, clients, connection, tokens));
    try {
      return await ask(tokens.accessToken);
    } catch (error) {
      if (!isExpired(error) || tokens.refreshToken === null) throw error;
      return await ask(await renew(platform, clients, connection, tokens));
    }
  } catch (error) {
    if (isExpired(error) && !connection.brokenAt) {
      await updateConnection(platform.db, connection, { brokenAt: platform.clock.now() });
    }
    throw error;
  }
}

const isExpired = (error: unknown): boolean => error instanceof ServiceProblem && error.problem === "expired";

async function renew(
  platform: Platform,
  clients: ServiceClients,
  connection: ConnectionRow,
  tokens: Tokens,
): Promise<string> {
  if (tokens.refreshToken === null) throw new ServiceProblem("expired", "the access token ended");
  const answer = await refreshed(clients, connection, tokens.refreshToken);
  const renewed: Tokens = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? tokens.refreshToken,
    expiresAt: expiryOf(answer.expires_in, platform.clock.now()),
  };
  await updateConnection(platform.db, connection, { sealedTokens: sealTokens(renewed, platform) });
  return renewed.accessToken;
}

async function refreshed(clients: ServiceClients, { service }: ConnectionRow, refreshToken: string) {
  try {
    const client = await clients.open(service);
    if (!client) throw new ServiceProblem("unreachable", `${service} is not configured`);
    return await openid.refreshTokenGrant(client.configuration, refreshToken);
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    const ended = error instanceof openid.ResponseBodyError && error.error === "invalid_grant";
    throw new ServiceProblem(ended ? "expired" : "unreachable", error instanceof Error ? error.message : "no answer");
  }
}
