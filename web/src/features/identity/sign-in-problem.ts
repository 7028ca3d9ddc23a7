import { ApiError } from "../../api/api-error.ts";

/** Text keys of the `identity` catalog, below `problems`. */
export type SignInProblem = "incorrect" | "tooMany" | "otherProvider" | "disabled" | "unreachable" | "emailInvalid";

const byCode: Record<string, SignInProblem> = {
  "auth/user-not-found": "incorrect",
  "auth/wrong-password": "incorrect",
  "auth/invalid-credential": "incorrect",
  "auth/invalid-login-credentials": "incorrect",
  "auth/email-already-in-use": "incorrect",
  "auth/credential-already-in-use": "incorrect",
  "auth/too-many-requests": "tooMany",
  "auth/account-exists-with-different-credential": "otherProvider",
  "auth/user-disabled": "disabled",
  "auth/invalid-email": "emailInvalid",
  "auth/network-request-failed": "unreachable",
};

/** The message for a failed sign-in (ERR-010 to ERR-018); other errors are only logged (ERR-019). */
export function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof ApiError) {
    if (error.status === 403) return "disabled";
    if (error.status === 429) return "tooMany";
    return error.status === 0 ? "unreachable" : logged(error);
  }
  const code = error && typeof error === "object" && "code" in error ? String(error.code) : "";
  return byCode[code] ?? logged(error);
}

function logged(error: unknown): null {
  console.error(error);
  return null;
}
