import { Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../layout/icon.tsx";
import styles from "./field.module.css";

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void; className?: string };

const typingMs = 250;

/** The search field of a list with its label inside; it searches once typing pauses. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const { t } = useTranslation("ui");
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <div className={className}>
      <div className={styles.box}>
        <Icon of={Search} size={16} />
        <input
          type="search"
          className={styles.input}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text && (
          <button type="button" className={styles.reveal} aria-label={t("search.clear")} onClick={() => setText("")}>
            <Icon of={X} size={16} />
          </button>
        )}
      </div>
    </div>
  );
}
