import type { UserDetails } from "@litfass/contract/users/user-accounts";
import { useState } from "react";
import { attempt } from "../../../api/attempt.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { nameOf } from "../profile/person.ts";
import styles from "./second-factor.module.css";

/** Whether a user has a second factor; a super_admin can reset a lost one. */
export function SecondFactorFact({ user }: { user: UserDetails }) {
  const { t } = useTranslation("second-factor");
  const viewer = useSignedInUser();
  const [asking, setAsking] = useState(false);
  const reset = useChange("resetSecondFactor", ["showUser", "listAuditEntries"]);
  const name = nameOf(user);
  const on = user.second_factor === "on";

  return (
    <div>
      <dt>{t("title")}</dt>
      <dd className={styles.body}>
        <State shape={on ? "on" : "draft"}>{t(on ? "on.state" : "off.state")}</State>
        {on && viewer.user_role === "super_admin" && viewer.uid !== user.uid && (
          <div>
            <Button small onClick={() => setAsking(true)}>
              {t("reset.action")}
            </Button>
          </div>
        )}
      </dd>
      <ConfirmDialog
        open={asking}
        title={t("reset.title", { name })}
        lead={t("reset.text")}
        action={t("reset.action")}
        onConfirm={() => attempt(() => reset.mutateAsync({ params: { user: user.uid } }), t("reset.done", { name }))}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
