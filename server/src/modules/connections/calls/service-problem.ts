import type { ConnectionProblem } from "@litfass/contract/connections/connections";

/** Our classification of a service's error. */
export type ServiceFault = {
  problem: ConnectionProblem;
  /** The service's own code, for the log. */
  code: string;
  /** How long the service asks not to be called. */
  retryAfterMs?: number;
};

/** Why a service returned no figures. The message is for the log and contains nothing of the request. */
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
