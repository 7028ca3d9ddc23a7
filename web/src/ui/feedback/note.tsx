import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import styles from "./note.module.css";

type NoteProps = { tone?: "info" | "warn" | "error" | "ok"; children: ReactNode; className?: string };

const icons = { info: Info, warn: TriangleAlert, error: CircleAlert, ok: CircleCheck };

/** A message about the whole screen or form. Errors and warnings are announced. */
export function Note({ tone = "info", children, className }: NoteProps) {
  const urgent = tone === "error" || tone === "warn";
  return (
    <div role={urgent ? "alert" : undefined} className={classNames(styles.note, styles[tone], className)}>
      <Icon of={icons[tone]} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
