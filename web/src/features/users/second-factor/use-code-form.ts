import { useState } from "react";
import { ApiError, firstMessage, problemText } from "../../../api/api-error.ts";

/** A form that submits a code: one attempt at a time, with messages per field. */
export function useCodeForm() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ code?: string | undefined; password?: string | undefined }>({});

  /** Resolves with the result, or null if it failed. */
  async function run<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    setBusy(true);
    setProblem({});
    try {
      return await work();
    } catch (error) {
      const password = firstMessage(error, "password");
      const atCode = error instanceof ApiError && password !== undefined ? undefined : problemText(error);
      setProblem({ password, code: firstMessage(error, "code") ?? atCode });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run };
}
