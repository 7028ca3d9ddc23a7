import { type ConnectionService, connectionNames, connectionServices } from "@litfass/contract/connections/connections";
import type { Actor } from "@litfass/platform/command/actor";
import { command } from "@litfass/platform/command/command";
import * as openid from "openid-client";
import type { ConnectionContext } from "./connection-context.ts";
import { deleteConnection, isSubjectUsed } from "./connection-sql.ts";
import { revokePermissions } from "./meta/graph-api.ts";
import type { ConnectionRow } from "./tables.ts";
import { openTokens } from "./tokens.ts";

type OwnService = { uid: string; service: ConnectionService };

/** Deletes a user's connection with its tokens; returns the deleted connection or null. */
export const disconnectService = command<OwnService, ConnectionRow | null>({
  name: "connections.disconnect_service",
  errors: [],
  async run({ ctx, input: { uid, service } }) {
    const connection = await deleteConnection(ctx.tx, uid, service);
    if (!connection) return null;
    const description = `${connectionNames[service]}: ${connection.accountName}`;
    await ctx.audit.record({ action: "service_disconnected", subjectUid: uid, details: { description } });
    return connection;
  },
});

/**
 * Disconnects: the tokens are deleted here at once and then revoked at the provider. A provider that does not answer
 * does not block this.
 */
export async function disconnect(
  context: ConnectionContext,
  actor: Actor,
  { uid, service }: OwnService,
): Promise<void> {
  const { platform, execute } = context;
  const outcome = await execute(disconnectService, { actor, input: { uid, service }, lang: "en" });
  if (outcome.status !== "done" || outcome.output === null) return;
  const tokens = openTokens(outcome.output.sealedTokens, platform);
  // Revoking one token revokes everything that an account granted the app, including its other connections.
  if (!tokens || (await isSubjectUsed(platform.db, outcome.output))) return;
  try {
    if (service === "facebook") return await revokePermissions(platform, tokens.accessToken);
    const client = await context.clients.open(service);
    if (client) await openid.tokenRevocation(client.configuration, tokens.refreshToken ?? tokens.accessToken);
  } catch (error) {
    platform.log.warn({ err: error, service }, "the provider did not revoke the tokens");
  }
}

/** Removes every connection of a closed account. */
export async function disconnectAll(context: ConnectionContext, uid: string): Promise<void> {
  const actor: Actor = { kind: "job", name: "connections.leave_services" };
  for (const service of connectionServices) await disconnect(context, actor, { uid, service });
}
