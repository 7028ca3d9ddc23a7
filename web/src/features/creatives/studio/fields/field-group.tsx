import { type ReactNode, useId } from "react";
import styles from "../studio.module.css";

type FieldGroupProps = {
  label: string;
  /** At the right end of the label, such as "1 of 4". */
  count?: string;
  help?: ReactNode;
  error?: string | null | undefined;
  children: ReactNode;
};

/** Several controls under one label with one line of help; an error replaces the help. */
export function FieldGroup({ label, count, help, error, children }: FieldGroupProps) {
  const labelId = useId();
  const noteId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot share a row with its counter.
    <div role="group" aria-labelledby={labelId} aria-describedby={error || help ? noteId : undefined}>
      <div className={styles.label}>
        <span id={labelId}>{label}</span>
        {count && <span className={styles.count}>{count}</span>}
      </div>
      {children}
      {(error || help) && (
        <p id={noteId} className={error ? styles.error : styles.help} role={error ? "alert" : undefined}>
          {error || help}
        </p>
      )}
    </div>
  );
}
