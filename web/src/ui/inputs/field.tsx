import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./field.module.css";

export type FieldFrame = {
  label: ReactNode;
  /** One short sentence below, replaced by an error. */
  help?: ReactNode;
  error?: string | undefined;
  /** Shown at the right end of the label as "34 of 30". */
  count?: { now: number; max: number; text: string };
  /** Anything else at the right end of the label, such as a link. */
  aside?: ReactNode;
};

export type FieldWiring = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean | undefined };

type FieldProps = FieldFrame & {
  id?: string | undefined;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
};

/** Label above, control, then help or error: wires them together for screen readers. */
export function Field({ label, help, error, count, aside, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = `${controlId}-note`;
  const note = error ?? help;
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.top}>
        <label htmlFor={controlId}>{label}</label>
        {count && <span className={classNames(styles.count, count.now > count.max && styles.over)}>{count.text}</span>}
      </div>
      {children({
        id: controlId,
        "aria-describedby": note ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {/* After the control, so that Tab moves from field to field first. */}
      {aside && <div className={styles.aside}>{aside}</div>}
      {note && (
        <p id={noteId} className={classNames(styles.help, error && styles.error)} role={error ? "alert" : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
