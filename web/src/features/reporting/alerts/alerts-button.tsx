import { isCustomer } from "@litfass/contract/kernel/roles";
import { Bell } from "lucide-react";
import { useState } from "react";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "../dashboard.module.css";
import { AlertsDialog } from "./lazy-alerts.ts";

/** A section that opens the alerts, for those who may set them. */
export function AlertsButton() {
  const { t } = useTranslation("alerts");
  const viewer = useSignedInUser();
  const [open, setOpen] = useState(false);
  if (!mayCall(viewer, "createAlert")) return null;
  return (
    <>
      <h3 className={styles.subheading}>{t("title")}</h3>
      <p className={text.secondary}>{t("lead")}</p>
      <Button small icon={Bell} onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      {open && (
        <AlertsDialog
          campaign={null}
          currency={isCustomer(viewer.user_role) ? viewer.currency : null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
