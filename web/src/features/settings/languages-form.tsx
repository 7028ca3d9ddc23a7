import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { defaultLanguage, type Language, languages, nativeName } from "@litfass/contract/kernel/language";
import { languagesChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["languages"];
type Values = CallInput<Endpoints["changeLanguages"]>["body"];

/** The languages that people can choose, in the order in which they were chosen here. */
export function LanguagesForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => checkChange<Values>(languagesChangeSchema, t), [t]);
  const form = useCheckedForm<Values>(check, { version, note: "", settings });
  const change = useChange("changeLanguages", settingsReads);
  return (
    <SettingsForm section="languages" form={form} onSave={(body) => change.mutateAsync({ body })}>
      <Controller
        control={form.control}
        name="settings.offered"
        render={({ field: { value, onChange } }) => <LanguageChoices offered={value} onChange={onChange} />}
      />
    </SettingsForm>
  );
}

type ChoicesProps = { offered: Language[]; onChange: (offered: Language[]) => void };

function LanguageChoices({ offered, onChange }: ChoicesProps) {
  const { t } = useTranslation("settings");
  const toggle = (language: Language) =>
    onChange(offered.includes(language) ? offered.filter((each) => each !== language) : [...offered, language]);
  return (
    <fieldset className={styles.languages}>
      <legend>{t("languages.list")}</legend>
      <p className={styles.caption}>{t("languages.listHelp")}</p>
      <Stack>
        {languages.map((language) => (
          <Checkbox
            key={language}
            checked={offered.includes(language)}
            disabled={language === defaultLanguage}
            help={language === defaultLanguage && t("languages.always")}
            onChange={() => toggle(language)}
          >
            <span lang={language}>{nativeName(language)}</span>
          </Checkbox>
        ))}
      </Stack>
      <p className={styles.caption} role="status">
        {t("languages.order", { languages: offered.map(nativeName).join(", ") })}
      </p>
    </fieldset>
  );
}
