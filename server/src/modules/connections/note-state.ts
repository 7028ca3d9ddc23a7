import { type CommandServices, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import { updateConnection } from "./connection-sql.ts";
import type { ConnectionRow } from "./tables.ts";

type Key = Pick<ConnectionRow, "uid" | "service" | "connectedAt">;
type Change = Partial<Pick<ConnectionRow, "sealedTokens" | "fetchedAt" | "brokenAt">>;

/** Stores the results of using a connection: renewed tokens, the time of the last figures, the end of the consent. */
export const noteConnectionState = command<{ connection: Key; change: Change }, void>({
  name: "connections.note_state",
  errors: [],
  async run({ ctx, input: { connection, change } }) {
    await updateConnection(ctx.tx, connection, change);
    ctx.audit.unchanged("a technical note: nobody changed what is connected");
  },
});

export async function noteState(execute: Execute<CommandServices>, connection: Key, change: Change): Promise<void> {
  const { uid, service, connectedAt } = connection;
  const input = { connection: { uid, service, connectedAt }, change };
  await execute(noteConnectionState, { actor: { kind: "job", name: "connections.use" }, input, lang: "en" });
}
