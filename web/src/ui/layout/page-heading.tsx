import { ArrowLeft } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";
import styles from "./page-heading.module.css";
import text from "./text.module.css";

type PageHeadingProps = {
  /** A sentence that states the current situation, including its figure. */
  children: ReactNode;
  /** While the figure loads: a sentence of similar length that reserves the space. */
  placeholder?: string | false;
  lead?: ReactNode;
  actions?: ReactNode;
  /** A link back to the parent screen, above the heading. */
  back?: { to: string; label: string };
  /** Makes the heading focusable by program, for screens that change without a new page. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
};

/** The heading of a screen. */
export function PageHeading({ children, placeholder, lead, actions, back, headingRef }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div className={styles.text}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <Icon of={ArrowLeft} size={16} />
            {back.label}
          </Link>
        )}
        <h1 ref={headingRef} tabIndex={headingRef && -1} className={text.display}>
          {placeholder ? (
            <>
              <span className={text.hidden}>{children}</span>
              <span aria-hidden="true" data-skeleton className={styles.placeholder}>
                {placeholder}
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
