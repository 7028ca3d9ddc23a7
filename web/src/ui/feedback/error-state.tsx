import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../button.tsx";
import { Icon } from "../layout/icon.tsx";
import text from "../layout/text.module.css";
import styles from "./states.module.css";

type ErrorStateProps = {
  /** What failed: "The invoices could not be loaded". */
  title: string;
  children?: ReactNode;
  /** The cause; its request number is shown if there is one. */
  error?: unknown;
  onRetry?: () => void;
};

/** A loading error: what failed, that nothing is lost, a retry button, and the request number. */
export function ErrorState({ title, children, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation("ui");
  const number = requestNumberOf(error);
  return (
    <div className={styles.state} role="alert">
      <span className={styles.sign}>
        <Icon of={CircleAlert} />
      </span>
      <h2 className={text.heading}>{title}</h2>
      <p className={styles.message}>{children ?? t(messageKeyFor(error, number))}</p>
      {number && <p className={styles.number}>{t("error.request", { number })}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button onClick={onRetry}>{t("error.retry")}</Button>
        </div>
      )}
    </div>
  );
}

/** Mentions the request number only if there is one; without a response the connection is at fault. */
function messageKeyFor(error: unknown, number: string | null): "error.text" | "error.generic" | "error.unreachable" {
  if (number) return "error.text";
  const unreached = error && typeof error === "object" && "status" in error && error.status === 0;
  return unreached ? "error.unreachable" : "error.generic";
}

function requestNumberOf(error: unknown): string | null {
  const number = error && typeof error === "object" && "requestId" in error ? error.requestId : null;
  return typeof number === "string" && number ? number : null;
}
