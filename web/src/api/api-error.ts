import type { User } from "@litfass/contract/users/users";

type Problem = {
  status: number;
  code: string;
  message: string;
  errors?: Record<string, string[]> | undefined;
  requestId?: string | null;
  user?: User | null;
};

/** An error response: its status, code and, for 422, the messages by field. Status 0: there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | null;
  /** The updated user of a 430 response. */
  readonly user: User | null;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = "ApiError";
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? {};
    this.requestId = problem.requestId ?? null;
    this.user = problem.user ?? null;
  }
}

/** The first message of a field in a 422 response. */
export const firstMessage = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.errors[field]?.[0] : undefined;

/** The one sentence to show: the first field message, or else the message of the response. */
export function problemText(error: unknown): string {
  const atField = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined;
  return atField ?? (error instanceof Error ? error.message : String(error));
}

/** The resource does not exist or the viewer may not see it. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && [403, 404].includes(error.status);
