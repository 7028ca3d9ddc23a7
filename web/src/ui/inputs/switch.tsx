import type { ReactNode } from "react";
import styles from "./choices.module.css";

type SwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void; children?: ReactNode };

/** A switch with immediate effect; `children` is the small picture on its knob. */
export function Switch({ label, on, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={styles.switch}
      onClick={() => onChange(!on)}
    >
      <span className={styles.knob}>{children}</span>
    </button>
  );
}
