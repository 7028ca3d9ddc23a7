import type { Language } from "@litfass/contract/kernel/language";
import { nativeName } from "@litfass/contract/kernel/language";
import { type LegalDocument, legalPlaceholders } from "@litfass/contract/settings/legal-texts";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import styles from "../settings.module.css";
import type { LegalValues } from "./legal-values.ts";

type LegalTextFieldProps = { document: LegalDocument; language: Language };

/** The editor of one text, which can start from the built-in one, and the page that it makes. */
export function LegalTextField({ document, language }: LegalTextFieldProps) {
  const { t } = useTranslation("settings");
  const { register, watch, setValue, getValues, formState } = useFormContext<LegalValues>();
  const [preview, setPreview] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<"preview" | "built-in" | null>(null);
  const name = `settings.${document}.${language}` as const;
  const text = watch(name);

  async function load(what: "preview" | "built-in", request: () => Promise<void>): Promise<void> {
    setBusy(what);
    setProblem(null);
    await request().catch((error: unknown) => setProblem(problemText(error)));
    setBusy(null);
  }
  const startFromBuiltIn = () =>
    load("built-in", async () => {
      const builtIn = await call("showBuiltInLegalText", { query: { document, language } });
      setValue(name, builtIn.text, { shouldDirty: true, shouldValidate: true });
    });
  const showPreview = () =>
    load("preview", async () => {
      setPreview((await call("previewLegalText", { body: { document, language, text: getValues(name) } })).html);
    });

  const placeholders = legalPlaceholders.map((each) => `{${each}}`).join(", ");
  return (
    <Stack gap="small">
      <TextArea
        label={t("legal.text", { document: t(`legal.${document}`), language: nativeName(language) })}
        help={text === "" ? t("legal.builtIn") : t("legal.textHelp", { placeholders })}
        error={formState.errors.settings?.[document]?.[language]?.message}
        lang={language}
        rows={16}
        {...register(name)}
      />
      <Row>
        {text === "" && (
          <Button busy={busy === "built-in"} onClick={() => void startFromBuiltIn()}>
            {t("legal.start")}
          </Button>
        )}
        <Button busy={busy === "preview"} onClick={() => void showPreview()}>
          {t("legal.preview")}
        </Button>
      </Row>
      {problem && <Note tone="error">{problem}</Note>}
      {preview !== null && (
        <iframe
          className={styles.legalPreview}
          title={t("legal.previewTitle", { document: t(`legal.${document}`) })}
          // Without scripts; of this origin, so that the style sheet loads.
          sandbox="allow-same-origin"
          srcDoc={preview}
        />
      )}
    </Stack>
  );
}
