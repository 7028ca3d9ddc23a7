import type { Outcome } from "./execute.ts";

/** The output of a command that never waits for a second person. @throws Error where it does after all. */
export function outputOf<Output>(outcome: Outcome<Output>): Output {
  if (outcome.status !== "done") throw new Error(`The command waits for approval ${outcome.approvalId}`);
  return outcome.output;
}
