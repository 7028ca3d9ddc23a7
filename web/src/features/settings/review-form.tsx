import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { reviewPolicyChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useOwnCountries } from "../../api/use-own-countries.ts";
import { lineOfBusinessOptions } from "../../i18n/line-of-business.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { MultiCombobox } from "../../ui/inputs/combobox.tsx";
import { CountryRulesField } from "../../ui/inputs/country-rules-field.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["review"];
type Values = CallInput<Endpoints["changeReviewSettings"]>["body"];

/** What staff review before it runs. */
export function ReviewForm({ current: { version, settings } }: { current: Current }) {
  const { t, i18n } = useTranslation("settings");
  const check = useMemo(() => checkChange<Values>(reviewPolicyChangeSchema, t), [t]);
  const form = useCheckedForm<Values>(check, { version, note: "", settings });
  const change = useChange("changeReviewSettings", [...settingsReads, "showReviewPolicy"]);
  const ownCountries = useOwnCountries();
  const lines = lineOfBusinessOptions(i18n.language);
  const { errors } = form.formState;
  return (
    <SettingsForm section="review" form={form} onSave={(body) => change.mutateAsync({ body })}>
      <Note>{t("review.lead")}</Note>
      <Columns least={320}>
        <TextInput
          label={t("review.first")}
          help={t("review.firstHelp")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.settings?.first_campaigns?.message}
          {...form.register("settings.first_campaigns", { setValueAs: Number })}
        />
      </Columns>
      <Checkbox help={t("review.filesHelp")} {...form.register("settings.own_files")}>
        {t("review.files")}
      </Checkbox>
      <Checkbox help={t("review.destinationHelp")} {...form.register("settings.destination_changes")}>
        {t("review.destination")}
      </Checkbox>
      <Columns least={320}>
        {(["reviewed_lines", "refused_lines"] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={`settings.${name}`}
            render={({ field: { value, onChange } }) => (
              <MultiCombobox
                multiple
                label={t(`review.${name}`)}
                help={t(`review.${name}Help`)}
                options={lines}
                value={lines.filter((line) => value.some((each) => each === line.value))}
                onChange={(chosen) => onChange(chosen.map((line) => line.value))}
              />
            )}
          />
        ))}
        <Controller
          control={form.control}
          name="settings.refused_countries"
          render={({ field: { value, onChange } }) => (
            <CountryRulesField
              rules={value}
              firstCountries={ownCountries}
              errors={value.map((_rule, at) => errors.settings?.refused_countries?.[at]?.countries?.message)}
              onChange={onChange}
            />
          )}
        />
      </Columns>
    </SettingsForm>
  );
}
