import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { loading } from "../../api/client/loading.ts";
import styles from "./fetching.module.css";

/** 'Fetching data', while more than one request has run for a while (SHELL-014). It never blocks a click. */
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
