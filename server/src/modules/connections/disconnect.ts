import { type ConnectionService, connectionNames, connectionServices } from "@litfass/contract/connections/connections";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import * as openid from "openid-client";
import { deleteConnection, findConnection, isSubjectUsed } from "./connection-sql.ts";
import type { ConnectionContext } from "./external-result.ts";
import { revokeAtFacebook } from "./meta/facebook-api.ts";
import type { ServiceClients } from "./service-clients.ts";
import { openTokens } from "./tokens.ts";

/**
 * Ends a connection: its tokens are deleted here at once, and then taken back at the provider. A provider that does not
 * answer keeps nobody from disconnecting.
 */
export async function disconnect(
  platform: Platform,
  clients: ServiceClients,
  uid: string,
  service: ConnectionService,
): Promise<void> {
  const { db, clock, log } = platform;
  const connection = await findConnection(db, uid, service);
  if (!connection) return;
  await db.transaction(async (tx) => {
    await deleteConnection(tx, uid, service);
    const details = { description: `${connectionNames[service]}: ${connection.accountName}` };
    const entry = { at: clock.now(), actorUid: uid, subjectUid: uid, details };
    await recordAudit(tx, { ...entry, action: "service_disconnected" });
  });
  const tokens = openTokens(connection.sealedTokens, platform);
  // Providers take back everything that an account gave an app: what else it is connected for would end with it.
  if (!tokens || (await isSubjectUsed(db, connection))) return;
  try {
    if (service === "facebook") return await revokeAtFacebook(platform, tokens.accessToken);
    const client = await clients.open(service);
    if (client) await openid.tokenRevocation(client.configuration, tokens.refreshToken ?? tokens.accessToken);
  } catch (error) {
    log.warn({ err: error, service }, "the provider did not take the tokens back");
  }
}

/** Ends every connection of a user. */
export async function disconnectAll({ platform, clients }: ConnectionContext, uid: string): Promise<void> {
  for (const service of connectionServices) await disconnect(platform, clients, uid, service);
}
