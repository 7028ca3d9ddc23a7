import { ArchiveRestore } from "lucide-react";
import { attempt } from "../../api/attempt.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { canRevokeAccess, nameOf, type Person, userLists } from "./profile/person.ts";

/** Restores an archived user's previous status; renders nothing without permission. */
export function RestoreButton({ user }: { user: Person }) {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const restore = useChange("restoreUser", userLists);
  const name = nameOf(user);
  if (!canRevokeAccess(viewer, user)) return null;
  return (
    <Button
      small
      icon={ArchiveRestore}
      aria-label={t("archived.restoreName", { name })}
      busy={restore.isPending}
      onClick={() =>
        void attempt(() => restore.mutateAsync({ body: { uid: user.uid } }), t("archived.restored", { name }))
      }
    >
      {t("archived.restore")}
    </Button>
  );
}
