import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./table-scroll.module.css";

/**
 * A table that is wider than its card scrolls inside the card. Only then the area can be focused, so that the arrow
 * keys scroll it (WCAG 2.1.1).
 */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const { current } = area;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    const observer = new ResizeObserver(() => setWider(current.scrollWidth > current.clientWidth + 1));
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={area} className={styles.scroll} {...(isWider && { tabIndex: 0, role: "region", "aria-label": label })}>
      {children}
    </div>
  );
}
