import type { ConnectionProblem } from "@litfass/contract/connections/connections";

/** What an error of a service means for us. */
export type ServiceFault = {
  problem: ConnectionProblem;
  /** The service's own code, for the log. */
  code: string;
  /** How long the service asks to be left alone. */
  retryAfterMs?: number;
};

/** Why a service gave no figures. The message is for the log and holds nothing of the request. */
export class ServiceProblem extends Error {
  override name = "ServiceProblem";
  readonly problem: ConnectionProblem;
  readonly retryAfterMs: number | null;

  constructor(problem: ConnectionProblem, message: string = problem, retryAfterMs: number | null = null) {
    super(message);
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}
