import { useId } from "react";
import { Field } from "../../ui/field.tsx";
import styles from "./creatives-admin.module.css";

type FileFieldProps = {
  label: string;
  help?: string;
  many?: boolean;
  files: readonly File[];
  error?: string | undefined;
  onFiles: (files: File[]) => void;
};

/** Chooses pictures that are sent with the form. */
export function FileField({ label, help, many, files, error, onFiles }: FileFieldProps) {
  const id = useId();
  return (
    <Field label={label} help={help} error={error} id={id} className={styles.upload}>
      {(wiring) => (
        <input
          {...wiring}
          // A form that was sent shows no files any more.
          key={files.length === 0 ? "empty" : "chosen"}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
          multiple={many}
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  );
}
