import { type Actor, actorUid } from "@litfass/platform/command/actor";
import type { Command } from "@litfass/platform/command/command";
import type { Execute, Outcome } from "@litfass/platform/command/execute";

/** A job of this module as the actor of its commands. */
export const jobActor = (name: string): Actor => ({ kind: "job", name });

/** The output of a command that needs no approval. @throws Error if it is held for one. */
export function outputOf<Output>(outcome: Outcome<Output>): Output {
  if (outcome.status === "done") return outcome.output;
  throw new Error(`The command waits for approval ${outcome.approvalId}`);
}

/** Runs a command that needs no approval and returns its output. */
export async function runCommand<Input, Output, Services>(
  execute: Execute<Services>,
  command: Command<Input, Output, Services>,
  actor: Actor,
  input: Input,
): Promise<Output> {
  const lang = actorUid(actor) !== null && "lang" in actor ? actor.lang : "en";
  return outputOf(await execute<Input, Output>(command, { actor, input, lang }));
}
