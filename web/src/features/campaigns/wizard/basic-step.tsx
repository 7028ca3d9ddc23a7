import type { CampaignDefaults } from "@litfass/contract/settings/campaign-defaults";
import { useMemo } from "react";
import { useCall } from "../../../api/use-call.ts";
import type { Translate } from "../../../i18n/text-keys.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ChipGroup, Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { Field } from "../../../ui/inputs/field.tsx";
import type { Option } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { TopicsField } from "../targeting/topics-field.tsx";
import { useCampaignDefaults } from "../use-campaign-defaults.ts";
import { LineOfBusinessField } from "./line-of-business-field.tsx";
import type { SettingsDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

type Caps = CampaignDefaults["frequency_cap"];

/** A language by its name on this screen, found by its English name too (RULE-008). */
function inLanguage(code: string, english: string, language: string): Option {
  const here = new Intl.DisplayNames([language], { type: "language", fallback: "none" }).of(code);
  const label =
    !here || language.startsWith("en") ? english : here.charAt(0).toLocaleUpperCase(language) + here.slice(1);
  return { value: code, label, also: english };
}

/** How often a person sees the campaign, by the operator's caps. */
function strategyHelp(t: Translate<"campaigns">, strategy: keyof Caps, caps: Caps): string {
  if (strategy === "awareness") return t("help.strategy.awareness", { count: caps.awareness });
  return caps.performance === null
    ? t("help.strategy.performance")
    : t("help.strategy.performanceCapped", { count: caps.performance });
}

/** Where the name is on the first screen. On narrower ones, its focus would scroll past the goal. */
const besideTheGoal = "(min-width: 901px)";

/** Step 1: name, kind, topics, what is advertised, language and strategy. */
export function BasicStep({ draft: { campaign, change, errors }, isNew }: { draft: SettingsDraft; isNew?: boolean }) {
  const { t, i18n } = useTranslation("campaigns");
  const { frequency_cap } = useCampaignDefaults();
  const languages = useCall("listLanguages", undefined, { staleMs: 3_600_000 });
  const languageOptions = useMemo(
    () => (languages.data ?? []).map(({ value, text }) => inLanguage(value, text, i18n.language)),
    [languages.data, i18n.language],
  );
  return (
    <>
      <div className={styles.section}>
        <TextInput
          label={t("field.name")}
          help={t("create.help")}
          error={errors.name}
          value={campaign.name}
          maxLength={100}
          autoFocus={isNew && matchMedia(besideTheGoal).matches}
          required
          onChange={(event) => change({ name: event.target.value })}
        />
        <TopicsField
          topics={campaign.categories}
          error={errors.categories}
          onChange={(categories) => change({ categories })}
        />
        <LineOfBusinessField draft={{ campaign, change, errors }} />
        <Combobox
          label={t("field.language")}
          help={t("help.english")}
          error={errors.language}
          options={languageOptions}
          loading={languages.isPending}
          placeholder={t("placeholder.language")}
          value={languageOptions.find((option) => option.value === campaign.language) ?? null}
          onChange={(option) => change({ language: option?.value ?? null })}
        />
      </div>
      <div className={styles.section}>
        <div className={styles.pair}>
          <Field label={t("field.strategy")} help={strategyHelp(t, campaign.strategy, frequency_cap)}>
            {() => (
              <Segmented
                label={t("field.strategy")}
                value={campaign.strategy}
                options={[
                  { value: "awareness", label: t("strategy.awareness") },
                  { value: "performance", label: t("strategy.performance") },
                ]}
                onChange={(strategy) => change({ strategy })}
              />
            )}
          </Field>
          <ChipGroup
            label={t("field.goal")}
            options={[{ value: "CPM", label: t("forecast.cpm") }]}
            value={[campaign.performance_goal]}
            onChange={() => change({ performance_goal: "CPM" })}
          />
        </div>
      </div>
    </>
  );
}
