import type { ReactNode } from "react";
import { CropMarks } from "../inputs/crop-marks.tsx";
import text from "../layout/text.module.css";
import styles from "./states.module.css";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** An empty state: an empty banner, one sentence on what to do, one button. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <CropMarks className={styles.banner} aria-hidden="true">
        728 x 90
      </CropMarks>
      <h2 className={text.heading}>{title}</h2>
      {children && <p className={styles.message}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
