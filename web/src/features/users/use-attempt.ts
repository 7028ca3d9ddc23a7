import { useTranslation } from "react-i18next";
import { ApiError } from "../../data/api-error.ts";
import { showSnackbar } from "../../ui/snackbar-store.ts";

/** Runs a change and says in a snackbar what came of it; true where it worked. */
export function useAttempt() {
  const { t } = useTranslation("users-admin");
  return async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await work();
      showSnackbar(done);
      return true;
    } catch (error) {
      const first = error instanceof ApiError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : null;
      showSnackbar(first ?? t("failedAction"));
      return false;
    }
  };
}
