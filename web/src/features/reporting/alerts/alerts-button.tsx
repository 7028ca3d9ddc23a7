import { isCustomer } from "@litfass/contract/kernel/roles";
import { Bell } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

const AlertsDialog = lazyPart(async () => (await import("./alerts-dialog.tsx")).AlertsDialog);

/** Opens the alerts of all campaigns, for those who may set them. */
export function AlertsButton() {
  const { t } = useTranslation("reporting");
  const viewer = useSignedInUser();
  const [open, setOpen] = useState(false);
  if (!mayCall(viewer, "createAlert")) return null;
  return (
    <>
      <Button icon={Bell} onClick={() => setOpen(true)}>
        {t("alerts.button")}
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
