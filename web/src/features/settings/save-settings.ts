import type { EndpointName } from "@litfass/contract/index";
import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { problemText } from "../../api/api-error.ts";
import { showServerErrors } from "../../api/contract-form.ts";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";

/** Everything that shows settings is read again after a change. */
export const settingsReads: readonly EndpointName[] = [
  "showOperatorSettings",
  "listSettingsVersions",
  "showSite",
  "listPlans",
];

/** Saves a form of settings: problems of fields appear there, others above the form. */
export function useSave<Values extends FieldValues>(
  form: UseFormReturn<Values>,
): { problem: ReactNode; save: (send: () => Promise<unknown>) => Promise<void> } {
  const { t } = useTranslation("settings");
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (send: () => Promise<unknown>): Promise<void> => {
    setProblem(null);
    try {
      await send();
      form.reset(form.getValues());
      showSnackbar(t("saved"));
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  };
  return { problem, save };
}
