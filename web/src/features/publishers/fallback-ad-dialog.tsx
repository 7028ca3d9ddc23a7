import type { PlacementRecord } from "@litfass/contract/publishers/placements";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { showServerErrors } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { formatSize } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { FileField } from "../../ui/inputs/file-field.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import styles from "./publishers.module.css";
import { placementReads } from "./reads.ts";

type Values = { link: string; alt: string; file: string };
type FallbackAdDialogProps = { publisher: number; placement: PlacementRecord; onClose: () => void };

/** The publisher's own image and link, shown where no campaign fits. */
export function FallbackAdDialog({ publisher, placement, onClose }: FallbackAdDialogProps) {
  const { t } = useTranslation("publishers");
  const { fallback_ad: known } = placement;
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values>({ defaultValues: { link: known?.link ?? "", alt: known?.alt ?? "", file: "" } });
  const save = useChange("saveFallbackAd", placementReads);
  const remove = useChange("deleteFallbackAd", placementReads);
  const { errors, isSubmitting } = form.formState;
  const params = { publisher, placement: placement.id };
  async function run(action: () => Promise<unknown>, done: string) {
    setProblem(null);
    try {
      await action();
      showSnackbar(done);
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  const send = ({ link, alt }: Values) => {
    const body = new FormData();
    body.set("link", link.trim());
    body.set("alt", alt.trim());
    if (files[0]) body.set("file", files[0]);
    return run(() => save.mutateAsync({ params, form: body }), t("fallback.saved"));
  };
  return (
    <Dialog
      open
      size="plan"
      title={t("fallback.title")}
      lead={t("fallback.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="fallback-ad" busy={isSubmitting}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="fallback-ad" noValidate onSubmit={form.handleSubmit(send)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          {known && (
            <Stack gap="small">
              <img
                className={styles.picture}
                src={known.image_url}
                width={known.width}
                height={known.height}
                alt={known.alt}
              />
              <Row>
                <Button small onClick={() => void run(() => remove.mutateAsync({ params }), t("fallback.removed"))}>
                  {t("fallback.remove")}
                </Button>
              </Row>
            </Stack>
          )}
          <FileField
            label={t("fallback.image")}
            help={t("fallback.imageHelp", { sizes: placement.sizes.map(formatSize).join(", ") })}
            accept="image/*"
            files={files}
            error={errors.file?.message}
            onFiles={setFiles}
          />
          <TextInput
            label={t("fallback.link")}
            type="url"
            placeholder="https://"
            error={errors.link?.message}
            {...form.register("link")}
          />
          <TextInput
            label={t("fallback.alt")}
            help={t("fallback.altHelp")}
            error={errors.alt?.message}
            {...form.register("alt")}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
