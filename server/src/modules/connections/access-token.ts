import * as openid from "openid-client";
import { ServiceProblem } from "./calls/service-problem.ts";
import type { ConnectionContext } from "./connection-context.ts";
import { exchangeToken } from "./meta/graph-api.ts";
import { noteState } from "./note-state.ts";
import type { ConnectionRow } from "./tables.ts";
import { expiryOf, openTokens, sealTokens, type Tokens } from "./tokens.ts";

/** Tokens that expire within this time are renewed before use. */
const marginMs = 60_000;
/** Facebook has no refresh tokens: its 60-day token is exchanged for a new one while still valid. */
const exchangeMarginMs = 14 * 86_400_000;

/**
 * Calls with a valid access token: renewed in advance if it expires soon, and once more if the service rejects it. If
 * the consent has ended, the connection is marked as broken.
 * @throws ServiceProblem
 */
export async function withAccessToken<Answer>(
  context: ConnectionContext,
  connection: ConnectionRow,
  call: (accessToken: string) => Promise<Answer>,
): Promise<Answer> {
  const { platform, execute } = context;
  try {
    if (connection.brokenAt) throw new ServiceProblem("expired");
    const tokens = openTokens(connection.sealedTokens, platform);
    if (!tokens) throw new ServiceProblem("expired", "the tokens were sealed with another secret");
    const fresh = await renewedWhereDue(context, connection, tokens);
    try {
      return await call(fresh.accessToken);
    } catch (error) {
      if (!isExpired(error) || fresh.refreshToken === null) throw error;
      return await call((await renew(context, connection, fresh.refreshToken)).accessToken);
    }
  } catch (error) {
    if (isExpired(error) && !connection.brokenAt) {
      await noteState(execute, connection, { brokenAt: platform.clock.now() });
    }
    throw error;
  }
}

const isExpired = (error: unknown): boolean => error instanceof ServiceProblem && error.problem === "expired";

async function renewedWhereDue(context: ConnectionContext, connection: ConnectionRow, tokens: Tokens): Promise<Tokens> {
  const expiresAt = tokens.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(tokens.expiresAt);
  const leftMs = expiresAt - context.platform.clock.now().getTime();
  const { refreshToken } = tokens;
  if (refreshToken !== null) return leftMs < marginMs ? renew(context, connection, refreshToken) : tokens;
  if (leftMs <= 0) throw new ServiceProblem("expired", "the access token expired");
  if (leftMs >= exchangeMarginMs || connection.service !== "facebook") return tokens;
  return exchanged(context, connection, tokens);
}

async function renew(context: ConnectionContext, connection: ConnectionRow, refreshToken: string): Promise<Tokens> {
  const answer = await refreshGrant(context, connection, refreshToken);
  return keep(context, connection, {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? refreshToken,
    expiresAt: expiryOf(answer.expires_in, context.platform.clock.now()),
  });
}

/** The token still works, so a failed exchange is retried at the next call. */
async function exchanged(context: ConnectionContext, connection: ConnectionRow, tokens: Tokens): Promise<Tokens> {
  try {
    return await keep(context, connection, await exchangeToken(context.platform, tokens.accessToken));
  } catch (error) {
    if (!(error instanceof ServiceProblem) || isExpired(error)) throw error;
    context.platform.log.warn({ reason: error.message }, "a token was not exchanged");
    return tokens;
  }
}

async function keep({ platform, execute }: ConnectionContext, connection: ConnectionRow, tokens: Tokens) {
  await noteState(execute, connection, { sealedTokens: sealTokens(tokens, platform) });
  return tokens;
}

async function refreshGrant({ clients }: ConnectionContext, { service }: ConnectionRow, refreshToken: string) {
  try {
    const client = await clients.open(service);
    if (!client) throw new ServiceProblem("misconfigured", `${service} is not configured`);
    return await openid.refreshTokenGrant(client.configuration, refreshToken);
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    const code = error instanceof openid.ResponseBodyError ? error.error : "";
    throw new ServiceProblem(oauthProblems[code] ?? "unreachable", `${code} ${error}`);
  }
}

/** RFC 6749, section 5.2: a consent that ended, or a misconfigured client. */
const oauthProblems: Record<string, "expired" | "misconfigured"> = {
  invalid_grant: "expired",
  invalid_client: "misconfigured",
  unauthorized_client: "misconfigured",
};
