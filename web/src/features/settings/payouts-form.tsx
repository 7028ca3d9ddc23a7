import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { defaultPayouts, minimumPayoutOf } from "@litfass/contract/settings/default-payouts";
import { payoutTermsChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { TextArea, TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { amountsOfText, textOfAmounts } from "./currency-amounts.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["payouts"];
type Body = CallInput<Endpoints["changePayoutTerms"]>["body"];
type Values = {
  version: number;
  note: string;
  settings: {
    /** A month and amounts with their currency on each line: `2027-01 CHF 20.00 EUR 20.00`. */
    minimums: string;
    transit_days: string;
  };
};

const bodyOf = ({ settings, ...change }: Values): Body => ({
  ...change,
  settings: {
    minimums: settings.minimums
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [month = "", ...amounts] = line.trim().split(/\s+/);
        return { from_month: month, ...amountsOfText(amounts.join(" ")) };
      }),
    transit_days: Number(settings.transit_days),
  },
});

/** The smallest payouts of publishers by month, and when a payout in transit is reported. */
export function PayoutsForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(payoutTermsChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => {
          const line = /^settings\.minimums\.(\d+)\./.exec(path)?.[1];
          return line === undefined
            ? [path, text]
            : ["settings.minimums", t("payouts.line", { line: Number(line) + 1, text })];
        }),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version,
    note: "",
    settings: {
      minimums: [...settings.minimums]
        .sort((a, b) => a.from_month.localeCompare(b.from_month))
        .map(({ from_month, ...amounts }) => `${from_month} ${textOfAmounts(amounts)}`)
        .join("\n"),
      transit_days: String(settings.transit_days),
    },
  });
  const change = useChange("changePayoutTerms", [...settingsReads, "showPublisherPayouts"]);
  const { errors } = form.formState;
  const least = formatAmount(minimumPayoutOf(defaultPayouts, "", "CHF") / 100);
  return (
    <SettingsForm section="payouts" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <Note>{t("payouts.lead")}</Note>
      <TextArea
        label={t("payouts.minimums")}
        help={t("payouts.minimumsHelp", { least })}
        rows={5}
        spellCheck={false}
        error={errors.settings?.minimums?.message}
        {...form.register("settings.minimums")}
      />
      <Columns least={320}>
        <TextInput
          label={t("payouts.transit")}
          help={t("payouts.transitHelp")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.settings?.transit_days?.message}
          {...form.register("settings.transit_days")}
        />
      </Columns>
    </SettingsForm>
  );
}
