import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { UnsavedChanges } from "../../ui/unsaved/unsaved-changes.tsx";

type SettingsFormProps = {
  title: string;
  problem: ReactNode;
  busy: boolean;
  /** Whether the fields differ from what is stored. */
  isChanged: boolean;
  /** The registered field of the reason, and its error. */
  note: object;
  noteError: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
};

/** The frame of a section's form: its fields, the reason of the change, and the button. */
export function SettingsForm({
  title,
  problem,
  busy,
  isChanged,
  note,
  noteError,
  onSubmit,
  children,
}: SettingsFormProps) {
  const { t } = useTranslation("settings");
  return (
    <Card title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <UnsavedChanges when={isChanged && !busy} />
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          {children}
          <TextInput label={t("note")} help={t("noteHelp")} autoComplete="off" error={noteError} {...note} />
          <Row end>
            <Button type="submit" variant="primary" busy={busy}>
              {t("save")}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
