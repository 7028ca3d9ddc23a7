import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";

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
