import type { Language } from "@litfass/contract/kernel/language";
import { nativeName } from "@litfass/contract/kernel/language";
import { type LegalDocument, legalDocuments } from "@litfass/contract/settings/legal-texts";
import { legalChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo, useState } from "react";
import { FormProvider } from "react-hook-form";
import type { CallResult } from "../../../api/api.ts";
import { useCheckedForm } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Columns } from "../../../ui/layout/layout.tsx";
import { checkChange } from "../check-change.ts";
import { settingsReads } from "../save-settings.ts";
import { SettingsForm } from "../settings-form.tsx";
import { LegalTextField } from "./legal-text-field.tsx";
import type { LegalValues } from "./legal-values.ts";

type Current = CallResult<"showOperatorSettings">["legal"];

/** Terms, privacy and imprint, one language at a time; new terms can be put before every customer. */
export function LegalForm({ current: { version, settings }, offered }: { current: Current; offered: Language[] }) {
  const { t, i18n } = useTranslation("settings");
  const [document, setDocument] = useState<LegalDocument>("terms");
  const [language, setLanguage] = useState<Language>(offered.find((each) => each === i18n.language) ?? "en");
  const check = useMemo(() => checkChange<LegalValues>(legalChangeSchema, t), [t]);
  const form = useCheckedForm<LegalValues>(check, { version, note: "", settings });
  const change = useChange("changeLegal", [...settingsReads, "showTerms"]);
  const { errors } = form.formState;
  const edition = form.watch("settings.terms_edition");

  /** Shows the first text with an error, which may be of another document or language. */
  function showError(found: typeof errors): void {
    for (const each of legalDocuments) {
      const wrong = offered.find((one) => found.settings?.[each]?.[one]);
      if (!wrong) continue;
      setDocument(each);
      setLanguage(wrong);
      return;
    }
  }

  return (
    <FormProvider {...form}>
      <SettingsForm section="legal" form={form} onSave={(body) => change.mutateAsync({ body })} onInvalid={showError}>
        <Columns>
          <Select
            label={t("legal.document")}
            options={legalDocuments.map((value) => ({ value, label: t(`legal.${value}`) }))}
            value={document}
            onChange={setDocument}
          />
          <Select
            label={t("legal.language")}
            options={offered.map((value) => ({ value, label: nativeName(value) }))}
            value={language}
            onChange={setLanguage}
          />
        </Columns>
        <LegalTextField key={`${document} ${language}`} document={document} language={language} />
        {document === "terms" && (
          <>
            <Checkbox
              checked={edition > settings.terms_edition}
              help={t("legal.mustAcceptHelp")}
              onChange={({ target }) =>
                form.setValue("settings.terms_edition", settings.terms_edition + (target.checked ? 1 : 0), {
                  shouldDirty: true,
                })
              }
            >
              {t("legal.mustAccept")}
            </Checkbox>
            {edition > settings.terms_edition && (
              <TextArea
                key={language}
                label={t("legal.changes", { language: nativeName(language) })}
                help={t("legal.changesHelp")}
                lang={language}
                error={errors.settings?.terms_changes?.[language]?.message}
                {...form.register(`settings.terms_changes.${language}`)}
              />
            )}
          </>
        )}
      </SettingsForm>
    </FormProvider>
  );
}
