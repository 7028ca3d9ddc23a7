import { useSyncExternalStore } from "react";
import { loading } from "../../api/client/loading.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./fetching.module.css";

/** Shows 'Fetching data' while several requests have been running for a while (SHELL-014). Never blocks clicks. */
export function Fetching() {
  const { t } = useTranslation("shell");
  const running = useSyncExternalStore(loading.subscribe, loading.shown);
  if (running <= 1) return null;
  return (
    <div role="status" className={styles.fetching}>
      {t("fetching")}
      <div className={styles.fetchingBar} />
    </div>
  );
}
