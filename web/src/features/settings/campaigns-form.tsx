import { campaignDefaultsChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { labelOfAll, oneOrMore, textOfAmounts } from "./currency-amounts.ts";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["campaigns"];
/** As typed. */
type Values = {
  version: number;
  note: string;
  settings: {
    frequency_cap: { awareness: string; performance: string };
    monthly_budget: string;
    weeks: string;
    radius_km: string;
    countries: string;
    spend_breakdown: boolean;
  };
};

// A text that is no number fails the contract's check at its field.
const countOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const bodyOf = ({ settings, ...change }: Values) => ({
  ...change,
  settings: {
    frequency_cap: {
      awareness: countOf(settings.frequency_cap.awareness),
      performance:
        settings.frequency_cap.performance.trim() === "" ? null : countOf(settings.frequency_cap.performance),
    },
    monthly_budget: oneOrMore(settings.monthly_budget),
    weeks: countOf(settings.weeks),
    radius_km: countOf(settings.radius_km),
    countries: settings.countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ""),
    spend_breakdown: settings.spend_breakdown,
  },
});

/** Frequency caps, and what new campaigns start with. */
export function CampaignsForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(campaignDefaultsChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        // The countries are one field, and so are the budgets.
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [
          path.replace(/(countries|monthly_budget)\..*$/, "$1"),
          text,
        ]),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version,
    note: "",
    settings: {
      frequency_cap: {
        awareness: String(settings.frequency_cap.awareness),
        performance: String(settings.frequency_cap.performance ?? ""),
      },
      monthly_budget:
        typeof settings.monthly_budget === "number"
          ? String(settings.monthly_budget)
          : textOfAmounts(settings.monthly_budget),
      weeks: String(settings.weeks),
      radius_km: String(settings.radius_km),
      countries: settings.countries.join(", "),
      spend_breakdown: settings.spend_breakdown,
    },
  });
  const change = useChange("changeCampaignDefaults", settingsReads);
  const site = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const isOne = typeof oneOrMore(form.watch("settings.monthly_budget")) === "number";
  const errors = form.formState.errors.settings;
  const numeric = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <SettingsForm section="campaigns" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <fieldset className={styles.languages}>
        <legend>{t("campaigns.caps")}</legend>
        <p className={styles.caption}>{t("campaigns.capsHelp")}</p>
        <Columns least={240}>
          <TextInput
            label={t("campaigns.awareness")}
            {...numeric}
            error={errors?.frequency_cap?.awareness?.message}
            {...form.register("settings.frequency_cap.awareness")}
          />
          <TextInput
            label={t("campaigns.performance")}
            help={t("campaigns.performanceHelp")}
            {...numeric}
            error={errors?.frequency_cap?.performance?.message}
            {...form.register("settings.frequency_cap.performance")}
          />
        </Columns>
      </fieldset>
      <fieldset className={styles.languages}>
        <legend>{t("campaigns.defaults")}</legend>
        <p className={styles.caption}>{t("campaigns.defaultsHelp")}</p>
        <Columns least={240}>
          <TextInput
            label={t("campaigns.budget")}
            help={t("campaigns.budgetHelp")}
            prefix={isOne ? labelOfAll(site.data?.currencies ?? []) : undefined}
            inputMode="decimal"
            autoComplete="off"
            error={errors?.monthly_budget?.message}
            {...form.register("settings.monthly_budget")}
          />
          <TextInput
            label={t("campaigns.weeks")}
            {...numeric}
            error={errors?.weeks?.message}
            {...form.register("settings.weeks")}
          />
          <TextInput
            label={t("campaigns.radius")}
            suffix="km"
            {...numeric}
            error={errors?.radius_km?.message}
            {...form.register("settings.radius_km")}
          />
          <TextInput
            label={t("campaigns.countries")}
            help={t("campaigns.countriesHelp")}
            autoComplete="off"
            error={errors?.countries?.message}
            {...form.register("settings.countries")}
          />
        </Columns>
      </fieldset>
      <fieldset className={styles.languages}>
        <legend>{t("campaigns.transparency")}</legend>
        <p className={styles.caption}>{t("campaigns.transparencyHelp")}</p>
        <Checkbox {...form.register("settings.spend_breakdown")}>{t("campaigns.spendBreakdown")}</Checkbox>
      </fieldset>
    </SettingsForm>
  );
}
