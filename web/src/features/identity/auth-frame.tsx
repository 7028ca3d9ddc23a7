import { type ReactNode, useEffect } from "react";
import { useBrand } from "../../ui/brand.ts";
import { classNames } from "../../ui/class-names.ts";
import text from "../../ui/layout/text.module.css";
import styles from "./auth.module.css";

type AuthFrameProps = { title: string; lead?: string; children: ReactNode };

/** The content of a sign-in screen: title, optional sentence, form. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  const { name: operator } = useBrand();
  useEffect(() => {
    document.title = `${title} – ${operator}`;
  }, [title, operator]);
  return (
    <>
      <h1 className={classNames(text.title, styles.title)}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </>
  );
}
