import { Upload, X } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../button.tsx";
import styles from "./drop-area.module.css";
import { DropArea } from "./drop-area.tsx";
import { Field } from "./field.tsx";

type FileFieldProps = {
  label: string;
  help?: string;
  accept: string;
  many?: boolean;
  /** The chosen files that are not sent yet. */
  files: readonly File[];
  error?: string | undefined;
  onFiles: (files: File[]) => void;
};

/** Chooses or drops files that are sent with the form, and lists them until then. */
export function FileField({ label, help, accept, many, files, error, onFiles }: FileFieldProps) {
  const { t } = useTranslation("ui");
  const without = (file: File) => onFiles(files.filter((each) => each !== file));
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <DropArea id={wiring.id} label={label} accept={accept} many={many} className={styles.field} onFiles={onFiles}>
          {(choose) => (
            <>
              <Button
                small
                icon={Upload}
                aria-label={`${t(many ? "file.chooseMany" : "file.choose")}: ${label}`}
                aria-describedby={wiring["aria-describedby"]}
                onClick={choose}
              >
                {t(many ? "file.chooseMany" : "file.choose")}
              </Button>
              {files.length === 0 ? (
                <span className={styles.hint}>{t(many ? "file.dropMany" : "file.drop")}</span>
              ) : (
                <ul className={styles.names}>
                  {files.map((file) => (
                    <li key={`${file.name} ${file.size}`}>
                      <span>{file.name}</span>
                      <IconButton
                        icon={X}
                        label={t("file.remove", { name: file.name })}
                        className={styles.remove}
                        onClick={() => without(file)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </DropArea>
      )}
    </Field>
  );
}
