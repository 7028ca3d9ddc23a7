import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import styles from "./publishers.module.css";

/** A line to copy, with what it is for. */
export function Snippet({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("publishers");
  async function copy() {
    await navigator.clipboard.writeText(text);
    showSnackbar(t("copied"));
  }
  return (
    <Stack gap="small">
      <p className={styles.caption}>{label}</p>
      <pre className={styles.snippet}>
        <code>{text}</code>
      </pre>
      <Row>
        <Button small icon={Copy} aria-label={`${t("copy")}: ${label}`} onClick={() => void copy()}>
          {t("copy")}
        </Button>
      </Row>
    </Stack>
  );
}
