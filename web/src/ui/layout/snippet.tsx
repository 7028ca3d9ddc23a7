import { Copy } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../button.tsx";
import { showSnackbar } from "../feedback/snackbar-store.ts";
import { Stack } from "./layout.tsx";
import styles from "./snippet.module.css";

/** A line to copy, with what it is for. */
export function Snippet({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("ui");
  async function copy() {
    await navigator.clipboard.writeText(text);
    showSnackbar(t("snippet.copied"));
  }
  return (
    <Stack gap="small">
      <div className={styles.head}>
        <p className={styles.label}>{label}</p>
        <Button small icon={Copy} aria-label={`${t("snippet.copy")}: ${label}`} onClick={() => void copy()}>
          {t("snippet.copy")}
        </Button>
      </div>
      <pre className={styles.snippet}>
        <code>{text}</code>
      </pre>
    </Stack>
  );
}
