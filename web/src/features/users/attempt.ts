import { problemText } from "../../data/api-error.ts";
import { showSnackbar } from "../../ui/snackbar-store.ts";

/** Runs a change and says in a snackbar what came of it; true where it worked. */
export async function attempt(work: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work();
    showSnackbar(done);
    return true;
  } catch (error) {
    showSnackbar(problemText(error));
    return false;
  }
}
