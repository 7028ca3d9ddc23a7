import type { ConnectionProblem, ConnectionService } from "@litfass/contract/connections/connections";
import type { Platform } from "@litfass/platform/platform";
import { withAccessToken } from "./access-token.ts";
import { ServiceProblem } from "./call-service.ts";
import { findConnection, updateConnection } from "./connection-sql.ts";
import type { AnswerCache } from "./response-cache.ts";
import type { ServiceClients } from "./service-clients.ts";

export type ConnectionContext = { platform: Platform; clients: ServiceClients; answers: AnswerCache };

/** What a service gave for a user, or why it gave nothing. */
export type External<Data> = {
  connected: boolean;
  accountName: string | null;
  problem: ConnectionProblem | null;
  fetchedAt: Date | null;
  data: Data | null;
};

/**
 * Reads from a user's connected account, at most some minutes old. A service that fails is told in the answer, so that
 * a report of several shows the others.
 */
export async function readExternal<Data>(
  { platform, clients, answers }: ConnectionContext,
  { uid, service, question }: { uid: string; service: ConnectionService; question: string },
  fetch: (accessToken: string) => Promise<Data>,
): Promise<External<Data>> {
  const connection = await findConnection(platform.db, uid, service);
  if (!connection) return { connected: false, accountName: null, problem: null, fetchedAt: null, data: null };
  const { accountName, connectedAt } = connection;
  try {
    const name = JSON.stringify([uid, service, connectedAt, question]);
    const { value, at } = await answers.read(name, async () => {
      const fetched = await withAccessToken(platform, clients, connection, fetch);
      await updateConnection(platform.db, connection, { fetchedAt: platform.clock.now() });
      return fetched;
    });
    return { connected: true, accountName, problem: null, fetchedAt: at, data: value };
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    platform.log.warn({ service, problem: error.problem, reason: error.message }, "a service gave no figures");
    return { connected: true, accountName, problem: error.problem, fetchedAt: null, data: null };
  }
}

/** Where figures come from, as every answer tells it. */
export const presentSource = ({ connected, accountName, problem, fetchedAt }: Omit<External<unknown>, "data">) => ({
  connected,
  account_name: accountName,
  problem,
  fetched_at: fetchedAt?.toISOString() ?? null,
});
