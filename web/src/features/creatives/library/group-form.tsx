import type { LibraryGroupDetail } from "@litfass/contract/creatives/library-shapes";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { FileField } from "../../../ui/inputs/file-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { UnsavedChanges } from "../../../ui/unsaved/unsaved-changes.tsx";
import { acceptedPictures } from "./accepted-pictures.ts";
import { GroupCreatives } from "./group-creatives.tsx";
import styles from "./library.module.css";
import { hasNames, NameInputs, namesIn } from "./name-inputs.tsx";
import { type GroupParts, TemplateEditor } from "./template-editor.tsx";

const none = "none";
type Source = LibraryGroupDetail["source"];
type GroupFormProps = { group: LibraryGroupDetail | null; pattern: string | null; parts: GroupParts };

/** Names and position of a group, and its template with live formats or its finished banners. */
export function GroupForm({ group, pattern, parts }: GroupFormProps) {
  const { t } = useTranslation("library");
  const navigate = useNavigate();
  const [source, setSource] = useState<Source>(group?.source ?? "template");
  const stored = {
    ...namesIn(group),
    category_id: group?.category ? String(group.category.id) : "",
    position: String(group?.position ?? 100),
    is_active: group?.is_active ?? true,
  };
  const [values, setValues] = useState(stored);
  const storedMarkup = group?.markup ?? pattern ?? "";
  const [markup, setMarkup] = useState(storedMarkup);
  const [preview, setPreview] = useState<File[]>([]);
  const categories = useCall("listCreativeCategories", { query: { per_page: 100 } });
  const refresh = ["listCreativeGroups", "showCreativeGroup", "listCreatives", "listCreativeCategories"] as const;
  const create = useChange("createCreativeGroup", refresh);
  const update = useChange("updateCreativeGroup", refresh);
  const error = create.error ?? update.error;
  const set = (patch: Partial<typeof values>) => setValues((now) => ({ ...now, ...patch }));
  const isChanged = markup !== storedMarkup || preview.length > 0 || JSON.stringify(values) !== JSON.stringify(stored);
  const valid = hasNames(values) && (source !== "template" || markup !== "");

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, String(value));
    if (source === "template") form.set("markup", markup);
    for (const file of preview) form.append("preview", file);
    try {
      if (group) await update.mutateAsync({ params: { uuid: group.uuid }, form });
      else {
        const made = await create.mutateAsync({ form });
        navigate(`/creative-groups/${made.uuid}`, { replace: true });
      }
      setPreview([]);
      showSnackbar(t("saved"));
    } catch {
      // The error is shown above the form or at its field.
    }
  }
  const faults = error instanceof ApiError ? (error.errors.markup ?? []) : [];

  return (
    <div className={styles.stack}>
      <Card title={group ? t(`source.${group.source}`) : t("groups.what")}>
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <UnsavedChanges when={isChanged && !create.isPending && !update.isPending && !create.isSuccess} />
          {error && <Note tone="error">{problemText(error)}</Note>}
          {!group && (
            <Segmented
              label={t("groups.what")}
              value={source}
              options={[
                { value: "template", label: t("source.template") },
                { value: "files", label: t("source.files") },
              ]}
              onChange={setSource}
            />
          )}
          <div className={styles.pair}>
            <NameInputs values={values} error={error} onChange={set} />
          </div>
          <div className={styles.pair}>
            <Select
              label={t("field.category")}
              options={[
                { value: none, label: t("field.noCategory") },
                ...(categories.data?.data ?? []).map((each) => ({ value: String(each.id), label: each.name })),
              ]}
              value={values.category_id || none}
              error={firstMessage(error, "category_id")}
              onChange={(value) => set({ category_id: value === none ? "" : value })}
            />
            <TextInput
              label={t("field.position")}
              inputMode="numeric"
              value={values.position}
              error={firstMessage(error, "position")}
              onChange={(event) => set({ position: event.target.value })}
            />
          </div>
          <FileField
            label={t("field.preview")}
            help={t("field.previewHelp")}
            accept={acceptedPictures}
            files={preview}
            error={firstMessage(error, "preview")}
            onFiles={setPreview}
          />
          <Checkbox checked={values.is_active} onChange={(event) => set({ is_active: event.target.checked })}>
            {t("field.active")}
          </Checkbox>
          <div className={styles.foot}>
            <Button type="submit" variant="primary" disabled={!valid} busy={create.isPending || update.isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      </Card>
      {source === "files" ? (
        group && <GroupCreatives group={group} />
      ) : (
        <TemplateEditor
          markup={markup}
          faults={faults}
          readOnly={group?.source === "standard"}
          isNew={group === null}
          parts={parts}
          onChange={setMarkup}
        />
      )}
    </div>
  );
}
