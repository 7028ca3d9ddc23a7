import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { ratesChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { DateField } from "../../ui/inputs/date-field.tsx";
import { TextArea } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["rates"];
type Body = CallInput<Endpoints["changeRates"]>["body"];
type Values = {
  version: number;
  note: string;
  /** A currency and its rate on each line: `EUR 1.07`. */
  settings: { as_of_on: string; per_franc: string };
};

const bodyOf = ({ version, note, settings }: Values) => ({
  version,
  note,
  settings: {
    as_of_on: settings.as_of_on,
    per_franc: {
      CHF: 1,
      ...Object.fromEntries(
        settings.per_franc
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => {
            const [currency = "", rate = ""] = line.trim().split(/[\s=]+/);
            return [currency, Number(rate)];
          }),
      ),
    },
  },
});

/** The exchange rates of one franc, by hand. */
export function RatesForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(ratesChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [
          path.replace(/^settings\.per_franc\..*/, "settings.per_franc"),
          text,
        ]),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version,
    note: "",
    settings: {
      as_of_on: settings.as_of_on,
      per_franc: Object.entries(settings.per_franc)
        .filter(([currency]) => currency !== "CHF")
        .map(([currency, rate]) => `${currency} ${rate}`)
        .join("\n"),
    },
  });
  const change = useChange("changeRates", settingsReads);
  const { errors } = form.formState;
  return (
    <SettingsForm section="rates" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) as Body })}>
      <Note>{t(`rates.source.${settings.source}`, { day: formatDate(settings.as_of_on) })}</Note>
      <Columns least={240}>
        <Controller
          control={form.control}
          name="settings.as_of_on"
          render={({ field: { value, onChange } }) => (
            <DateField
              label={t("rates.day")}
              value={value}
              onChange={(day) => onChange(day ?? "")}
              error={errors.settings?.as_of_on?.message}
            />
          )}
        />
        <TextArea
          label={t("rates.list")}
          help={t("rates.listHelp")}
          rows={10}
          error={errors.settings?.per_franc?.message}
          {...form.register("settings.per_franc")}
        />
      </Columns>
    </SettingsForm>
  );
}
