import { Upload, X } from "lucide-react";
import { useState } from "react";
import { firstMessage, problemText } from "../../api/api-error.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DropArea } from "../../ui/inputs/drop-area.tsx";
import { Field } from "../../ui/inputs/field.tsx";
import styles from "./settings.module.css";

type ImageFieldProps = {
  label: string;
  help: string;
  /** Shown on the dark page. */
  isDark: boolean;
  /** The hash of the stored image. */
  image: string | null;
  onChange: (image: string | null) => void;
  error: string | undefined;
};

/** A logo: uploads it at once, the form saves which one is used. */
export function ImageField({ label, help, isDark, image, onChange, error }: ImageFieldProps) {
  const { t } = useTranslation("settings");
  const [problem, setProblem] = useState<string>();
  const upload = useChange("uploadBrandImage");

  async function store(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    const form = new FormData();
    form.append("file", file);
    try {
      onChange((await upload.mutateAsync({ form })).image);
    } catch (failure) {
      setProblem(firstMessage(failure, "file") ?? problemText(failure));
    }
  }

  return (
    <Field label={label} help={help} error={problem ?? error}>
      {(wiring) => (
        <DropArea
          id={wiring.id}
          label={label}
          accept="image/png,image/svg+xml"
          className={styles.upload}
          onFiles={([file]) => void store(file)}
        >
          {(choose) => (
            <>
              {image && (
                <span className={classNames(styles.preview, isDark && styles.dark)}>
                  <img src={`/api/v1/site/images/${image}`} alt={label} />
                </span>
              )}
              <Button
                small
                icon={Upload}
                busy={upload.isPending}
                aria-label={`${t("brand.upload")}: ${label}`}
                aria-describedby={wiring["aria-describedby"]}
                onClick={choose}
              >
                {t("brand.upload")}
              </Button>
              {image && <IconButton icon={X} label={`${t("brand.remove")}: ${label}`} onClick={() => onChange(null)} />}
            </>
          )}
        </DropArea>
      )}
    </Field>
  );
}
