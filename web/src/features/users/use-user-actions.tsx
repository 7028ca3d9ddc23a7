import { isCustomer, roleFlags, userStatus } from "@litfass/contract/kernel/roles";
import {
  Archive,
  ArrowLeftRight,
  BadgeCheck,
  ChartLine,
  CircleGauge,
  CirclePlus,
  Lock,
  LockOpen,
  Mail,
  Megaphone,
  Pencil,
  UserCog,
  Users,
} from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { useSignedInUser } from "../../api/session.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { MenuEntry } from "../../ui/overlays/menu.tsx";
import { AccessDialog } from "./account/access-dialog.tsx";
import { ManagersDialog } from "./managers-dialog.tsx";
import { CreditDialog } from "./money/credit-dialog.tsx";
import { EmailDialog } from "./money/email-dialog.tsx";
import { MaxBalanceDialog } from "./money/max-balance-dialog.tsx";
import { SubscriptionDialog } from "./money/subscription-dialog.tsx";
import { canRevokeAccess, hasOwnBudget, type Person } from "./profile/person.ts";

type Kind = "managers" | "credit" | "subscription" | "maxBalance" | "email" | "disable" | "enable" | "archive";

/**
 * The actions a viewer has on a user, as menu entries, and the dialogs they open. The dialogs are rendered outside the
 * rows, which may disappear when the list is refetched. Account managers get no admin actions (GUARD-018); an archived
 * account must be restored first.
 */
export function useUserActions(): { entriesOf: (user: Person) => MenuEntry[]; dialogs: ReactNode } {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const [open, setOpen] = useState<{ kind: Kind; user: Person } | null>(null);

  const entriesOf = useCallback(
    (user: Person): MenuEntry[] => {
      const admin = roleFlags(viewer.user_role).admin;
      const at = `/users/${user.uid}`;
      const ask = (kind: Kind, icon: MenuEntry["icon"], more: Partial<MenuEntry> = {}): MenuEntry => ({
        label: t(`action.${kind}`),
        icon,
        onSelect: () => setOpen({ kind, user }),
        ...more,
      });
      const entries: MenuEntry[] = [{ label: t(admin ? "action.edit" : "action.show"), icon: Pencil, to: at }];
      if (isCustomer(user.user_role)) {
        entries.push({ label: t("part.campaigns"), icon: Megaphone, to: `${at}/campaigns` });
        entries.push({ label: t("part.reports"), icon: ChartLine, to: `${at}/reports` });
      }
      if (user.user_role === "sales" && admin) {
        entries.push({ label: t("part.customers"), icon: Users, to: `${at}/customers` });
      }
      if (hasOwnBudget(user)) {
        entries.push({ label: t("part.transactions"), icon: ArrowLeftRight, to: `${at}/transactions` });
      }
      if (!admin || user.user_status === userStatus.archived) return entries;
      if (isCustomer(user.user_role)) entries.push(ask("managers", UserCog, { apart: true }));
      if (hasOwnBudget(user)) entries.push(ask("credit", CirclePlus, { apart: !isCustomer(user.user_role) }));
      if (isCustomer(user.user_role)) entries.push(ask("subscription", BadgeCheck));
      if (user.user_role === "sales") entries.push(ask("maxBalance", CircleGauge));
      if (!canRevokeAccess(viewer, user)) return entries;
      entries.push(ask("email", Mail, { apart: true }));
      if (user.user_status === userStatus.disabled) entries.push(ask("enable", LockOpen));
      else entries.push(ask("disable", Lock));
      entries.push(ask("archive", Archive, { danger: true, apart: true }));
      return entries;
    },
    [viewer, t],
  );

  const close = () => setOpen(null);
  return { entriesOf, dialogs: open && <OpenDialog kind={open.kind} user={open.user} onClose={close} /> };
}

function OpenDialog({ kind, user, onClose }: { kind: Kind; user: Person; onClose: () => void }) {
  if (kind === "managers") return <ManagersDialog user={user} onClose={onClose} />;
  if (kind === "credit") return <CreditDialog user={user} onClose={onClose} />;
  if (kind === "subscription") return <SubscriptionDialog user={user} onClose={onClose} />;
  if (kind === "maxBalance") return <MaxBalanceDialog user={user} onClose={onClose} />;
  if (kind === "email") return <EmailDialog user={user} onClose={onClose} />;
  return <AccessDialog kind={kind} user={user} onClose={onClose} />;
}
