import { actorUid } from "@litfass/platform/command/actor";
import { type AnyCommand, command } from "@litfass/platform/command/command";

declare module "@litfass/platform/command/command" {
  interface CommandServices {
    /** Tries a failed job again; false where it is no longer a failed one. */
    retryJob: (queue: string, id: string) => Promise<boolean>;
  }
}

/** Notes in the history of an operator that they start a piece of maintenance, before it runs. */
export const startMaintenance = command<{ name: string }, void>({
  name: "operations.start_maintenance",
  errors: [],
  async run({ ctx, input: { name } }) {
    const subjectUid = actorUid(ctx.actor);
    if (subjectUid === null) throw new Error("Maintenance is started by a user");
    await ctx.audit.record({ action: "command_run", subjectUid, details: { description: name } });
  },
});

type RetryService = { retryJob: (queue: string, id: string) => Promise<boolean> };

/** Tries a failed job again; the output is false where it is no longer a failed one. */
export const retryJob = command<{ queue: string; id: string }, boolean, RetryService>({
  name: "operations.retry_job",
  errors: [],
  async run({ ctx, input: { queue, id } }) {
    const isRetried = await ctx.services.retryJob(queue, id);
    if (isRetried) await ctx.audit.record({ subject: { type: "job", id }, details: { description: queue } });
    return isRetried;
  },
});

export const operationCommands: readonly AnyCommand[] = [startMaintenance, retryJob];
