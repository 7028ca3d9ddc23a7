import { useEffect, useRef } from "react";
import styles from "./tabs.module.css";

type Tab<Value extends string> = { value: Value; label: string; count?: number | string };
type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Tabs with counts above a list. Arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  // Scrolls the selected tab into view where the tabs overflow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the selected tab in the DOM.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list.current || !chosen) return;
    const { left, right } = chosen.getBoundingClientRect();
    const frame = list.current.getBoundingClientRect();
    if (right > frame.right) list.current.scrollLeft += right - frame.right;
    else if (left < frame.left) list.current.scrollLeft += left - frame.left;
  }, [value, tabs.map(({ label, count }) => `${label} ${count}`).join()]);

  function move(event: React.KeyboardEvent<HTMLDivElement>) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = (at + step + tabs.length) % tabs.length;
    const chosen = tabs[next];
    if (!chosen) return;
    onChange(chosen.value);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} data-swipe onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.tabCount}>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
