import type { CSSProperties, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./layout.module.css";

type StackProps = { gap?: "small" | "large"; className?: string; children: ReactNode };

/** A vertical stack: 20 px apart, 12 (small) or 32 (large). */
export const Stack = ({ gap, className, children }: StackProps) => (
  <div className={classNames(styles.stack, gap && styles[gap], className)}>{children}</div>
);

type RowProps = { end?: boolean; className?: string; children: ReactNode };

/** A horizontal row that wraps. */
export const Row = ({ end, className, children }: RowProps) => (
  <div className={classNames(styles.row, end && styles.end, className)}>{children}</div>
);

type ColumnsProps = { /** Minimum width of a column in px before they wrap. */ least?: number; children: ReactNode };

/** Equal columns that wrap to one on a phone. */
export const Columns = ({ least, children }: ColumnsProps) => (
  <div className={styles.columns} style={least ? ({ "--least": `${least}px` } as CSSProperties) : undefined}>
    {children}
  </div>
);
