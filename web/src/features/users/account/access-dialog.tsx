import { userStatus } from "@litfass/contract/kernel/roles";
import { attempt } from "../../../api/attempt.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { nameOf, type Person, userLists } from "../profile/person.ts";

type AccessDialogProps = { kind: "disable" | "enable" | "archive"; user: Person; onClose: () => void };

/** Confirms before an account is disabled, enabled or archived, and explains the effect. */
export function AccessDialog({ kind, user, onClose }: AccessDialogProps) {
  const { t } = useTranslation("users-admin");
  const change = useChange("changeUser", userLists);
  const name = nameOf(user);

  async function confirm() {
    const body =
      kind === "archive"
        ? { archived: true as const }
        : { user_status: kind === "disable" ? userStatus.disabled : userStatus.active };
    await attempt(() => change.mutateAsync({ params: { user: user.uid }, body }), t(`access.${kind}.done`, { name }));
  }

  return (
    <ConfirmDialog
      open
      title={t(`access.${kind}.title`, { name })}
      lead={t(`access.${kind}.text`)}
      action={t(`action.${kind}`)}
      variant={kind === "enable" ? "primary" : "danger"}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
