import { type PublisherDetail, publisherEndpoints } from "@litfass/contract/publishers/publishers";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { DateField } from "../../ui/inputs/date-field.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns, Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { numberOf } from "./number-of.ts";

type Values = { from: string; percent: string };
const bodyOf = ({ from, percent }: Values) => ({ from, percent: numberOf(percent) });

/** Changes a publisher's share from a day on. */
export function ShareDialog({ publisher, onClose }: { publisher: PublisherDetail; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(publisherEndpoints.changePublisherShare.body as never);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const today = todayOn();
  const form = useCheckedForm<Values>(check, { from: today, percent: String(publisher.share_percent) });
  const change = useChange("changePublisherShare", ["showPublisher", "listPublishers"]);
  const { errors, isSubmitting } = form.formState;
  async function save(values: Values) {
    setProblem(null);
    try {
      await change.mutateAsync({ params: { publisher: publisher.id }, body: bodyOf(values) });
      showSnackbar(t("share.saved"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  return (
    <Dialog
      open
      title={t("share.title")}
      lead={t("share.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="publisher-share" busy={isSubmitting}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="publisher-share" noValidate onSubmit={form.handleSubmit(save)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <Columns least={160}>
            <TextInput
              label={t("column.share")}
              suffix="%"
              inputMode="decimal"
              error={errors.percent?.message}
              {...form.register("percent")}
            />
            <Controller
              control={form.control}
              name="from"
              render={({ field: { value, onChange } }) => (
                <DateField
                  label={t("share.from")}
                  value={value}
                  min={today}
                  onChange={(day) => onChange(day ?? "")}
                  error={errors.from?.message}
                />
              )}
            />
          </Columns>
        </Stack>
      </form>
    </Dialog>
  );
}
