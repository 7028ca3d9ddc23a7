import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import styles from "./choices.module.css";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  children: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
};

/** A checkbox with its label. Accepts what React Hook Form's `register` returns. */
export function Checkbox({ children, help, error, id, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={className}>
      <div className={classNames(styles.row, error && styles.bad)}>
        <span className={styles.check}>
          <input
            {...input}
            id={inputId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${inputId}-error` : undefined}
          />
          <Icon of={Check} size={12} />
        </span>
        <label htmlFor={inputId} className={styles.text}>
          {children}
          {help && <span className={styles.help}>{help}</span>}
        </label>
      </div>
      {error && (
        <p id={`${inputId}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
