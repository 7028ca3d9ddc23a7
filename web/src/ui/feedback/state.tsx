import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./state.module.css";

export type StateShape = "on" | "limited" | "waiting" | "paused" | "draft" | "ended" | "rejected";

const shapes: Record<StateShape, ReactNode> = {
  on: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  limited: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
    </>
  ),
  waiting: (
    <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 1.6" />
  ),
  paused: <path d="M2.5 1.5h2.6v9H2.5zM6.9 1.5h2.6v9H6.9z" fill="currentColor" />,
  draft: <path d="M1.75 1.75h8.5v8.5h-8.5z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  ended: <path d="M1.5 1.5h9v9h-9z" fill="currentColor" />,
  rejected: <path d="M6 .8l5.4 10H.6z" fill="currentColor" />,
};

const tones: Partial<Record<StateShape, string | undefined>> = {
  on: styles.ok,
  limited: styles.warn,
  rejected: styles.error,
};

type StateProps = { shape: StateShape; children: ReactNode; detail?: ReactNode };

/**
 * A state as a shape and a label, never color alone: ● on, ◐ limited, ○ waiting, ‖ paused, □ draft, ■ ended, ▲ rejected.
 */
export function State({ shape, children, detail }: StateProps) {
  return (
    <span>
      <span className={classNames(styles.state, tones[shape])}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          {shapes[shape]}
        </svg>
        {children}
      </span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}
