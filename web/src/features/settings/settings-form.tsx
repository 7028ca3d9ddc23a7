import type { SettingsSection } from "@litfass/contract/settings/operator-settings";
import { type ReactNode, useState } from "react";
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { showServerErrors } from "../../api/contract-form.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { UnsavedChanges } from "../../ui/unsaved/unsaved-changes.tsx";

type SettingsFormProps<Values extends FieldValues> = {
  section: SettingsSection;
  form: UseFormReturn<Values>;
  onSave: (values: Values) => Promise<unknown>;
  onInvalid?: (errors: FieldErrors<Values>) => void;
  children: ReactNode;
};

/**
 * The frame of a section's form: its fields, the reason of the change, and the button. Problems of fields appear there,
 * others above the form.
 */
export function SettingsForm<Values extends FieldValues & { note: string }>({
  section,
  form,
  onSave,
  onInvalid,
  children,
}: SettingsFormProps<Values>) {
  const { t } = useTranslation("settings");
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isDirty, isSubmitting } = form.formState;

  async function save(values: Values): Promise<void> {
    setProblem(null);
    try {
      await onSave(values);
      form.reset(form.getValues());
      showSnackbar(t("saved"));
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }

  return (
    <Card title={t(`section.${section}`)}>
      <form noValidate onSubmit={form.handleSubmit(save, onInvalid)}>
        <UnsavedChanges when={isDirty && !isSubmitting} />
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          {children}
          <TextInput
            label={t("note")}
            help={t("noteHelp")}
            autoComplete="off"
            error={errors.note?.message as string | undefined}
            {...form.register("note" as Path<Values>)}
          />
          <Row end>
            <Button type="submit" variant="primary" busy={isSubmitting}>
              {t("save")}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
