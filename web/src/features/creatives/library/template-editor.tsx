import { renderBanner } from "@litfass/banner/render";
import { parseTemplate, type Template } from "@litfass/banner/template";
import { TemplateFault } from "@litfass/banner/template-fault";
import { type Format, formats, sizeOf } from "@litfass/contract/kernel/formats";
import { type ComponentType, useMemo, useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./library.module.css";
import { samplePictures } from "./sample-pictures.ts";

/** The studio's live banners with crop marks, passed in by the app. */
export type GroupParts = {
  BannerRows: ComponentType<{
    banners: Partial<Record<Format, string | null>>;
    scaleOf: (format: Format) => number;
  }>;
};

type TemplateEditorProps = {
  markup: string;
  /** The problems that the server found when saving. */
  faults: readonly string[];
  readOnly: boolean;
  isNew: boolean;
  parts: GroupParts;
  onChange: (markup: string) => void;
};

/** The source of a template next to the advertiser's fields, with a preview of all formats. */
export function TemplateEditor({ markup, faults, readOnly, isNew, parts, onChange }: TemplateEditorProps) {
  const { t } = useTranslation("library");
  const [place, available] = useWidth<HTMLDivElement>(600);
  const kit = useCall("showTemplateKit", undefined, { staleMs: Number.POSITIVE_INFINITY });
  const [values, setValues] = useState({
    title: t("sample.title"),
    description: t("sample.description"),
    buttonText: t("sample.button"),
    background: "#FFF1D6",
    button: "#D42A1E",
  });
  const parsed = useMemo(() => read(markup), [markup]);
  const banners = useMemo(() => {
    if (!kit.data || parsed === null || typeof parsed === "string") return {};
    const { base, runtime, fonts } = kit.data;
    const drawing = { base, runtime, fonts, hyphenate: (text: string) => text };
    const color = (typed: string, otherwise: string) => (/^#[0-9a-f]{6}$/i.test(typed) ? typed : otherwise);
    const { background, button, ...texts } = values;
    const colors = { background: color(background, "#FFFFFF"), button: color(button, "#338CF5") };
    const fields = { ...texts, ...colors, ...samplePictures, lang: currentLocale() };
    return Object.fromEntries(
      formats.map((format) => [format, renderBanner(drawing, parsed, format, fields, { click: "", still: true })]),
    );
  }, [kit.data, parsed, values]);
  const field = (name: keyof typeof values) => ({
    label: t(`sample.${name}Label`),
    value: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setValues((now) => ({ ...now, [name]: event.target.value })),
  });
  if (kit.error)
    return <ErrorState title={t("template.failed")} error={kit.error} onRetry={() => void kit.refetch()} />;
  const fault = typeof parsed === "string" ? parsed : undefined;
  // One common scale, never wider than the preview area.
  const scale = Math.min(1, available / 994);
  const scaleOf = (format: Format) => (available < 700 ? Math.min(1, available / sizeOf(format).width) : scale);

  return (
    <div className={`${styles.columns} ${styles.editor}`}>
      <Card title={t("template.title")}>
        <div className={styles.form}>
          {readOnly && <Note>{t("template.standard")}</Note>}
          {isNew && (
            <Select
              label={t("template.base")}
              placeholder={t("template.choose")}
              options={(kit.data?.standard ?? []).map(({ name }) => ({ value: name, label: name }))}
              value={null}
              onChange={(name) => onChange(kit.data?.standard.find((each) => each.name === name)?.markup ?? "")}
            />
          )}
          {faults.length > 0 && (
            <Note tone="error">
              {faults.map((each) => (
                <p key={each}>{each}</p>
              ))}
            </Note>
          )}
          <TextArea
            label={t("template.text")}
            help={t("template.help")}
            error={fault && t("template.fault", { fault })}
            className={styles.markup}
            spellCheck={false}
            readOnly={readOnly}
            value={markup}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </Card>
      <div className={styles.stack}>
        <Card title={t("template.fields")}>
          <div className={styles.form}>
            <TextInput {...field("title")} maxLength={30} />
            <TextInput {...field("description")} maxLength={90} />
            <TextInput {...field("buttonText")} maxLength={28} />
            <div className={styles.pair}>
              <TextInput {...field("background")} maxLength={7} />
              <TextInput {...field("button")} maxLength={7} />
            </div>
          </div>
        </Card>
        <Card title={t("template.formats")}>
          <div className={styles.canvas}>
            <div ref={place} className={styles.previewArea}>
              {typeof parsed === "string" || parsed === null ? (
                <p>{t(fault ? "template.notRendered" : "template.empty")}</p>
              ) : (
                <parts.BannerRows banners={banners} scaleOf={scaleOf} />
              )}
            </div>
          </div>
        </Card>
      </div>
    </div>
  );
}

/** The parsed template, the reason why it is invalid, or null if empty. */
function read(markup: string): Template | string | null {
  if (markup.trim() === "") return null;
  try {
    return parseTemplate(markup);
  } catch (error) {
    if (error instanceof TemplateFault) return error.in(currentLocale());
    throw error;
  }
}
