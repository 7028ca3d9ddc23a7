import { z } from "zod";

/** Error codes of the API and their HTTP status. */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  idempotency_conflict: 409,
  csrf_mismatch: 419,
  invalid: 422,
  too_many_requests: 429,
  account_state: 430,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** The body of every error response. `errors` maps a field to its messages in the caller's language. */
export const problemSchema = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z.string().optional(),
  })
  .meta({
    id: "Problem",
    examples: [
      {
        message: "Please check the marked fields.",
        code: "invalid",
        errors: { email: ["Please enter a valid e-mail address."] },
      },
    ],
  });
export type ProblemBody = z.infer<typeof problemSchema>;
