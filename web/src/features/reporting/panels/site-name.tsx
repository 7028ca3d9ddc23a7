import { Fragment } from "react";
import { classNames } from "../../../ui/class-names.ts";
import styles from "../dashboard.module.css";

/** Longer parts of an address are broken where they must be. */
const maxUnbrokenChars = 24;

/** An address that may break before its dots, so that it stays readable next to figures. */
export function SiteName({ site }: { site: string }) {
  const parts = site.split(/(?=\.)/);
  return (
    <span className={classNames(parts.some(({ length }) => length > maxUnbrokenChars) && styles.longSite)}>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
