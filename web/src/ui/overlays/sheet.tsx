import { ArrowLeft } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import text from "../layout/text.module.css";
import styles from "./sheet.module.css";

type SheetProps = {
  title?: ReactNode;
  /** At the right end of the heading: a link or a control. */
  aside?: ReactNode;
  /** Without inner padding: for tables and figure rows that reach the edges. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A flat sheet with a hairline: the one container for content. */
export function Sheet({ title, aside, flush, className, children }: SheetProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.sheet, className)} aria-labelledby={title ? titleId : undefined}>
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

type PageHeadingProps = {
  /** A sentence that says what is so, with the figure. */
  children: ReactNode;
  /** While the figure loads: a sentence of about its length, which holds its place. */
  meanwhile?: string | false;
  lead?: ReactNode;
  actions?: ReactNode;
  /** A link above, to where one came from. */
  back?: { to: string; label: string };
};

/** The heading of a screen. */
export function PageHeading({ children, meanwhile, lead, actions, back }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div className={styles.words}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <Icon of={ArrowLeft} size={16} />
            {back.label}
          </Link>
        )}
        <h1 className={text.display}>
          {meanwhile ? (
            <>
              <span className={text.hidden}>{children}</span>
              <span aria-hidden="true" data-skeleton className={styles.meanwhile}>
                {meanwhile}
              </span>
            </>
          ) : (
            children
          )}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
