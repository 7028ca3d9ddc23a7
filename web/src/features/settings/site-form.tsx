import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { type Language, nativeName } from "@litfass/contract/kernel/language";
import { siteContentChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { siteSections } from "@litfass/contract/settings/site-content";
import { useMemo, useState } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextArea } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["site"];
type Values = CallInput<Endpoints["changeSiteContent"]>["body"];

const fields = [
  { name: "headline", label: "headline", rows: 2 },
  { name: "lead", label: "leadText", rows: 2 },
  { name: "about", label: "about", rows: 6 },
  { name: "stories", label: "stories", rows: 6 },
] as const;

/** The landing page: its sections, and the operator's own texts, one language at a time. */
export function SiteForm({ current: { version, settings }, offered }: { current: Current; offered: Language[] }) {
  const { t, i18n } = useTranslation("settings");
  const [language, setLanguage] = useState<Language>(offered.find((each) => each === i18n.language) ?? "en");
  const check = useMemo(() => checkChange<Values>(siteContentChangeSchema, t), [t]);
  const form = useCheckedForm<Values>(check, { version, note: "", settings });
  const change = useChange("changeSiteContent", settingsReads);
  const { errors } = form.formState;

  /** Shows the first language with an error. */
  function showError(found: typeof errors): void {
    const wrong = offered.find((each) => found.settings?.texts?.[each]);
    if (wrong) setLanguage(wrong);
  }

  return (
    <SettingsForm section="site" form={form} onSave={(body) => change.mutateAsync({ body })} onInvalid={showError}>
      <Note>{t("site.lead")}</Note>
      <fieldset className={styles.languages}>
        <legend>{t("site.sections")}</legend>
        <Columns least={220}>
          {siteSections.map((section) => (
            <Checkbox key={section} {...form.register(`settings.sections.${section}`)}>
              {t(`site.section.${section}`)}
            </Checkbox>
          ))}
        </Columns>
      </fieldset>
      <Columns least={320}>
        <Select
          label={t("site.language")}
          help={t("site.textsHelp")}
          options={offered.map((value) => ({ value, label: nativeName(value) }))}
          value={language}
          onChange={setLanguage}
        />
      </Columns>
      <Columns least={320}>
        {fields.map(({ name, label, rows }) => (
          <TextArea
            key={`${name} ${language}`}
            label={t(`site.${label}`, { language: nativeName(language) })}
            help={t(`site.${label}Help`)}
            lang={language}
            rows={rows}
            error={errors.settings?.texts?.[language]?.[name]?.message}
            {...form.register(`settings.texts.${language}.${name}`)}
          />
        ))}
      </Columns>
    </SettingsForm>
  );
}
