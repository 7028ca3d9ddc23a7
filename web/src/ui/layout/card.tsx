import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./card.module.css";
import text from "./text.module.css";

type CardProps = {
  title?: ReactNode;
  /** A link or a control at the right end of the heading. */
  aside?: ReactNode;
  /** Without inner padding: for tables and figure rows that reach the edges. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A flat container with a hairline border: the one container for content. */
export function Card({ title, aside, flush, className, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.card, className)} aria-labelledby={title ? titleId : undefined}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && (
            <h2 id={titleId} className={classNames(text.heading, styles.title)}>
              {title}
            </h2>
          )}
          {aside}
        </div>
      )}
      <div className={flush ? (title || aside ? styles.flush : undefined) : styles.body}>{children}</div>
    </section>
  );
}
