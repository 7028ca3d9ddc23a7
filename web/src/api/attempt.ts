import { showSnackbar } from "../ui/feedback/snackbar-store.ts";
import { problemText } from "./api-error.ts";

/** Runs a change and shows its outcome in a snackbar, or only a failure without `done`; resolves to whether it worked. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    showSnackbar(problemText(error));
    return false;
  }
  if (done) showSnackbar(done);
  return true;
}

/** The same for an open dialog, which shows the error itself because a snackbar would be hidden behind it. */
export async function attemptInDialog<Result>(
  work: () => Promise<Result>,
  done: string | ((made: Result) => string),
): Promise<boolean> {
  try {
    const made = await work();
    showSnackbar(typeof done === "string" ? done : done(made));
    return true;
  } catch {
    return false;
  }
}
