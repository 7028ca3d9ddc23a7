import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { LibraryCreativeDetail } from "@litfass/contract/creatives/library-shapes";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import { useState } from "react";
import { useNavigate } from "react-router";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { FileField } from "../../../ui/inputs/file-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { acceptedPictures } from "./accepted-pictures.ts";
import { BannerZip } from "./banner-zip.tsx";
import { ItemList } from "./item-list.tsx";
import styles from "./library.module.css";
import { PreviewFrame } from "./preview-frame.tsx";

const none = "none";

/** The form of a creative with its preview. */
export function CreativeForm({ creative }: { creative: LibraryCreativeDetail | null }) {
  const { t } = useTranslation("library");
  const navigate = useNavigate();
  const [place, maxWidth] = useWidth<HTMLDivElement>(400);
  const [values, setValues] = useState({
    type: creative?.type ?? ("html5" as "image" | "html5"),
    width: String(creative?.width ?? 300),
    height: String(creative?.height ?? 250),
    title: creative?.title ?? "",
    description: creative?.description ?? "",
    background_color: creative?.background_color ?? "",
    button_color: creative?.button_color ?? "",
    creative_group: creative?.creative_group?.uuid ?? "",
  });
  const [files, setFiles] = useState<{ logo: File[]; images: File[] }>({ logo: [], images: [] });
  const [html, setHtml] = useState<string | null>(null);
  const groups = useCall("listCreativeGroups", { query: { per_page: 100 } });
  const refresh = ["listCreatives", "showCreative", "listCreativeGroups", "showCreativeGroup"] as const;
  const create = useChange("createCreative", refresh);
  const update = useChange("updateCreative", refresh);
  const error = create.error ?? update.error;
  const set = (patch: Partial<typeof values>) => setValues((now) => ({ ...now, ...patch }));
  const isFixed = creative !== null && creative.source !== "files";
  const isOwn = (source: string, uuid: string) => source === "files" || uuid === values.creative_group;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    const form = new FormData();
    // The formats and group of a standard template are fixed: only the editable fields are sent.
    const { title, description, background_color, button_color } = values;
    const sent = isFixed ? { title, description, background_color, button_color } : values;
    for (const [name, value] of Object.entries(sent)) form.set(name, value);
    for (const file of files.logo) form.append("logo", file);
    for (const file of files.images) form.append("images", file);
    if (html !== null) form.set("html", html);
    try {
      if (creative) await update.mutateAsync({ params: { creative: creative.uuid }, form });
      else {
        const made = await create.mutateAsync({ form });
        navigate(`/creatives/${made.uuid}`, { replace: true });
      }
      setFiles({ logo: [], images: [] });
      setHtml(null);
      showSnackbar(t("saved"));
    } catch {
      // The error is shown above the form or at its field.
    }
  }
  function takeZip(taken: string, report: BannerReport) {
    setHtml(taken);
    if (report.width && report.height) set({ width: String(report.width), height: String(report.height) });
  }
  const text = (name: "title" | "description" | "width" | "height" | "background_color" | "button_color") => ({
    label: t(`field.${name}`),
    value: values[name],
    error: firstMessage(error, name),
    onChange: (event: React.ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => set({ [name]: event.target.value }),
  });
  const format = `${values.width}x${values.height}`;
  const isKnown = formats.some((each) => each === format);
  const sizes = isKnown ? formats : [...formats, format];

  return (
    <div className={styles.columns}>
      <Card>
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          {error && <Note tone="error">{problemText(error)}</Note>}
          {isFixed && <Note>{t(creative.source === "standard" ? "creatives.standard" : "creatives.template")}</Note>}
          {!isFixed && (
            <>
              <Select
                label={t("field.type")}
                options={(["html5", "image"] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
                value={values.type}
                onChange={(type) => set({ type })}
              />
              <Select
                label={t("field.format")}
                options={sizes.map((value) => ({ value, label: value.replace("x", " x ") }))}
                value={format}
                error={firstMessage(error, "width")}
                onChange={(value) => {
                  const { width, height } = sizeOf(value);
                  set({ width: String(width), height: String(height) });
                }}
              />
            </>
          )}
          <TextInput {...text("title")} maxLength={30} />
          <TextArea {...text("description")} maxLength={90} />
          <div className={styles.pair}>
            <TextInput {...text("background_color")} placeholder="#FFFFFF" />
            <TextInput {...text("button_color")} placeholder="#338CF5" />
          </div>
          {!isFixed && (
            <Select
              label={t("field.group")}
              options={[
                { value: none, label: t("creatives.noGroup") },
                ...(groups.data?.data ?? [])
                  .filter(({ source, uuid }) => isOwn(source, uuid))
                  .map(({ uuid, name }) => ({ value: uuid, label: name })),
              ]}
              value={values.creative_group || none}
              error={firstMessage(error, "creative_group")}
              onChange={(value) => set({ creative_group: value === none ? "" : value })}
            />
          )}
          {!isFixed && values.type === "html5" && <BannerZip onTaken={takeZip} />}
          {!isFixed && (
            <>
              <FileField
                label={t("field.logo")}
                accept={acceptedPictures}
                files={files.logo}
                error={firstMessage(error, "logo")}
                onFiles={(logo) => setFiles((now) => ({ ...now, logo }))}
              />
              <FileField
                many
                label={t(values.type === "image" ? "field.picture" : "field.images")}
                help={t(values.type === "image" ? "field.pictureHelp" : "field.imagesHelp")}
                accept={acceptedPictures}
                files={files.images}
                error={firstMessage(error, "images")}
                onFiles={(images) => setFiles((now) => ({ ...now, images }))}
              />
            </>
          )}
          <div className={styles.foot}>
            <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      </Card>
      <div className={styles.stack}>
        <Card title={t("column.preview")} aside={<span>{format.replace("x", " x ")}</span>}>
          <div className={styles.canvas}>
            <div ref={place} className={styles.previewArea}>
              {creative && (creative.source !== "files" || creative.items.length > 0) ? (
                <PreviewFrame creative={creative} maxWidth={maxWidth} version={creative.updated_at} />
              ) : (
                <p>{t("creatives.notYet")}</p>
              )}
            </div>
          </div>
        </Card>
        {creative && creative.items.length > 0 && <ItemList creative={creative} />}
      </div>
    </div>
  );
}
