import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../second-factor/second-factor.module.css";
import { CloseAccountDialog } from "./close-account-dialog.tsx";

/** Closes the user's account. */
export function CloseAccountCard() {
  const { t } = useTranslation("security");
  const [open, setOpen] = useState(false);
  return (
    <Card title={t("closing.title")}>
      <div className={styles.body}>
        <p className={styles.second}>{t("closing.text")}</p>
        <Button wide onClick={() => setOpen(true)}>
          {t("closing.action")}
        </Button>
      </div>
      {open && <CloseAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
