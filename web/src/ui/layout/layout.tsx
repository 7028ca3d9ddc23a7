import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
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

const moves: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type ToolbarProps = { label: string; className?: string | undefined; children: ReactNode };

/** Buttons that belong together. One tab stop: arrow keys move between the buttons. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = (): HTMLButtonElement[] => [...(bar.current?.querySelectorAll("button") ?? [])];
  const setStop = (stop: Element | undefined): void => {
    for (const each of buttons()) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(() => {
    setStop(buttons().find((each) => each.tabIndex === 0) ?? buttons()[0]);
  });
  function move(event: KeyboardEvent<HTMLElement>): void {
    const all = buttons();
    const from = all.findIndex((each) => each.contains(document.activeElement));
    const next = all[from + (moves[event.key] ?? 0)];
    if (!(event.key in moves) || from < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={move}
      onFocus={(event) => setStop(event.target.closest("button") ?? undefined)}
    >
      {children}
    </div>
  );
}
