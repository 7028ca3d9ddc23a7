import type { ConnectionGap, ConnectionProblem, ConnectionService } from "@litfass/contract/connections/connections";
import { withAccessToken } from "./access-token.ts";
import type { Reading } from "./calls/each-account.ts";
import { ServiceProblem } from "./calls/service-problem.ts";
import type { ConnectionContext } from "./connection-context.ts";
import { findConnection } from "./connection-sql.ts";
import { noteState } from "./note-state.ts";

/** A service's result for a user, or why there is none. */
export type External<Data> = {
  connected: boolean;
  accountName: string | null;
  problem: ConnectionProblem | null;
  fetchedAt: Date | null;
  gaps: ConnectionGap[];
  data: Data | null;
};

type Fetched<Data> = { data: Data; gaps: ConnectionGap[] };
export const readingOf = <Row>({ rows, gaps }: Reading<Row>): Fetched<Row[]> => ({ data: rows, gaps });

const nothing = { fetchedAt: null, gaps: [], data: null };

/**
 * Reads from a user's connected account; responses are at most ten minutes old. A failing service is reported in the
 * result, so that combined reports show the others, and one that throttles is not called for as long as it asks.
 */
export async function readExternal<Data>(
  context: ConnectionContext,
  { uid, service, question }: { uid: string; service: ConnectionService; question: string },
  fetch: (accessToken: string) => Promise<Fetched<Data>>,
): Promise<External<Data>> {
  const { platform, answers, pauses } = context;
  const connection = await findConnection(platform.db, uid, service);
  if (!connection) return { ...nothing, connected: false, accountName: null, problem: null };
  const { accountName, connectedAt } = connection;
  const name = JSON.stringify([uid, service, connectedAt]);
  try {
    const { value, at } = await answers.read(`${name} ${question}`, async () => {
      if (pauses.isPaused(name)) throw new ServiceProblem("busy", "the service asked for a pause");
      const fetched = await withAccessToken(context, connection, fetch);
      await noteState(context.execute, connection, { fetchedAt: platform.clock.now() });
      return fetched;
    });
    return { connected: true, accountName, problem: null, fetchedAt: at, gaps: value.gaps, data: value.data };
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const { problem, retryAfterMs, message } = error;
    if (problem === "busy" && !pauses.isPaused(name)) pauses.pause(name, retryAfterMs);
    platform.log.warn({ service, problem, reason: message }, "a service gave no figures");
    return { ...nothing, connected: true, accountName, problem };
  }
}

/** The source of figures, named in every response. */
export const presentSource = ({
  connected,
  accountName,
  problem,
  fetchedAt,
  gaps,
}: Omit<External<unknown>, "data">) => ({
  connected,
  account_name: accountName,
  problem,
  fetched_at: fetchedAt?.toISOString() ?? null,
  gaps,
});
