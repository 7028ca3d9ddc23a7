import { type ErrorCode, errorStatus } from "@litfass/contract/kernel/errors";
import type { MessageKey } from "@litfass/contract/kernel/messages";

/** A message: a key of the contract's texts, or a text already in the reader's language. */
export type MessageText = MessageKey | (string & {});

export type ProblemDetails = {
  /** The API's error code; the class's own unless a more specific one is known. */
  code?: string;
  message?: MessageText;
  /** Values for `{name}` in the message. */
  values?: Record<string, string | number>;
  /** Messages by field, as keys or texts. */
  errors?: Record<string, MessageText[]>;
  /** The fresh user of a 430. */
  user?: unknown;
  retryAfterSeconds?: number;
};

/** An expected error for the caller. Every other error becomes a 500 without internals. */
export class Problem extends Error {
  readonly kind: ErrorCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(kind: ErrorCode, details: ProblemDetails = {}) {
    super(details.message ?? kind);
    this.name = "Problem";
    this.kind = kind;
    this.status = errorStatus[kind];
    this.details = details;
  }
}

/** 401: there is no session. */
export const unauthenticated = (message?: MessageText): Problem => new Problem("unauthenticated", { message });
/** 403: the caller's role is not allowed. */
export const forbidden = (message?: MessageText): Problem => new Problem("forbidden", { message });
/** 404: it does not exist or is not the caller's. */
export const notFound = (): Problem => new Problem("not_found");
/** 409: the current state does not allow it. `code` names the reason for programs. */
export const conflict = (code: string, message?: MessageText): Problem => new Problem("conflict", { code, message });
/** 422: messages by field. */
export const invalid = (errors: Record<string, MessageText[]>): Problem => new Problem("invalid", { errors });
/** 430: the account's state forbids it now; `user` is the fresh user for the client. */
export const accountState = (user: unknown): Problem => new Problem("account_state", { user });
/** 429 with `Retry-After`. */
export const tooMany = (retryAfterSeconds: number, message?: MessageText): Problem => {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new Problem("too_many_requests", { message, values: { seconds }, retryAfterSeconds: seconds });
};
/** 503: an external service does not answer. */
export const unavailable = (message?: MessageText): Problem => new Problem("unavailable", { message });
