import { actorUid } from "@litfass/platform/command/actor";
import { type AnyCommand, command } from "@litfass/platform/command/command";

declare module "@litfass/platform/command/command" {
  interface CommandServices {
    /** Retries a failed job; false if it is no longer failed. */
    retryJob: (queue: string, id: string) => Promise<boolean>;
  }
}

/** Records in an operator's history that they start a maintenance task, before it runs. */
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

/** Retries a failed job; returns false if it is no longer failed. */
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
