import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useOwnCountries } from "../../../api/use-own-countries.ts";
import { lineOfBusinessOptions } from "../../../i18n/line-of-business.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { MultiCombobox } from "../../../ui/inputs/combobox.tsx";
import { CountryRulesField } from "../../../ui/inputs/country-rules-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "./review.module.css";

const choices = [0, 1, 2, 3, 5, 10, 20];

/** Which ads are reviewed before they run. */
export function PolicyDialog({ policy, onClose }: { policy: ReviewPolicy; onClose: () => void }) {
  const { t } = useTranslation("review");
  const [values, setValues] = useState(policy);
  const ownCountries = useOwnCountries();
  const save = useChange("changeReviewPolicy", ["showReviewPolicy"]);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    try {
      await save.mutateAsync({ body: values });
      showSnackbar(t("policy.saved"));
      onClose();
    } catch {
      // Shown above the form.
    }
  }
  const counts = [...new Set([...choices, policy.first_campaigns])].sort((a, b) => a - b);
  return (
    <Dialog
      open
      title={t("policy.title")}
      lead={t("policy.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="policy" busy={save.isPending}>
          {t("policy.save")}
        </DialogActions>
      }
    >
      <form id="policy" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {save.error && <Note tone="error">{problemText(save.error)}</Note>}
        <Select
          label={t("policy.first")}
          options={counts.map((count) => ({ value: String(count), label: t("policy.campaigns", { count }) }))}
          value={String(values.first_campaigns)}
          onChange={(count) => setValues({ ...values, first_campaigns: Number(count) })}
        />
        <Checkbox
          checked={values.own_files}
          help={t("policy.filesHelp")}
          onChange={(event) => setValues({ ...values, own_files: event.target.checked })}
        >
          {t("policy.files")}
        </Checkbox>
        <Checkbox
          checked={values.destination_changes}
          help={t("policy.destinationHelp")}
          onChange={(event) => setValues({ ...values, destination_changes: event.target.checked })}
        >
          {t("policy.destination")}
        </Checkbox>
        <LinesField
          name="reviewedLines"
          lines={values.reviewed_lines}
          onChange={(reviewed_lines) => setValues({ ...values, reviewed_lines })}
        />
        <LinesField
          name="refusedLines"
          lines={values.refused_lines}
          onChange={(refused_lines) => setValues({ ...values, refused_lines })}
        />
        <CountryRulesField
          rules={values.refused_countries}
          firstCountries={ownCountries}
          onChange={(refused_countries) => setValues({ ...values, refused_countries })}
        />
      </form>
    </Dialog>
  );
}

type LinesFieldProps = {
  name: "reviewedLines" | "refusedLines";
  lines: LineOfBusiness[];
  onChange: (lines: LineOfBusiness[]) => void;
};

/** A list of lines of business. */
function LinesField({ name, lines, onChange }: LinesFieldProps) {
  const { t, i18n } = useTranslation("review");
  const options = lineOfBusinessOptions(i18n.language);
  return (
    <MultiCombobox
      multiple
      label={t(`policy.${name}`)}
      help={t(`policy.${name}Help`)}
      options={options}
      value={options.filter(({ value }) => lines.includes(value))}
      onChange={(chosen) => onChange(chosen.map(({ value }) => value as LineOfBusiness))}
    />
  );
}
