/** An error response of the Identity Toolkit protocol. The client library maps its code. */
export class WireError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly grpcStatus: string | null;

  constructor(message: string, options: { status?: number; reason?: string; grpcStatus?: string } = {}) {
    super(message);
    this.name = "WireError";
    this.status = options.status ?? 400;
    this.reason = options.reason ?? "invalid";
    this.grpcStatus = options.grpcStatus ?? null;
  }
}

/** The body of an error response of the protocol. */
export function wireErrorBody(error: WireError): Record<string, unknown> {
  return {
    error: {
      code: error.status,
      message: error.message,
      errors: [{ message: error.message, reason: error.reason, domain: "global" }],
      ...(error.grpcStatus ? { status: error.grpcStatus } : {}),
    },
  };
}

export const missingApiKey = (): WireError =>
  new WireError("The request is missing a valid API key.", {
    status: 403,
    reason: "forbidden",
    grpcStatus: "PERMISSION_DENIED",
  });

export const wireNotFound = (): WireError =>
  new WireError("Not Found", { status: 404, reason: "notFound", grpcStatus: "NOT_FOUND" });

export const invalidJson = (detail: string): WireError =>
  new WireError(`Invalid JSON payload received. ${detail}`, { reason: "parseError", grpcStatus: "INVALID_ARGUMENT" });

/** Locked after too many failed sign-ins; the text after the colon is the protocol's (ERR-016). */
export const tooManyAttempts = (): WireError =>
  new WireError(
    "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts. You can immediately restore it by resetting your password or you can try again later.",
  );
