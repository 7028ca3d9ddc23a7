import { isAdmin, isCustomer } from "@litfass/contract/kernel/roles";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useParams } from "react-router";
import { isMissing } from "../../api/api-error.ts";
import { mayCall } from "../../api/may-call.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import text from "../../ui/layout/text.module.css";
import { Menu } from "../../ui/overlays/menu.tsx";
import { hasOwnBudget, nameOf } from "./profile/person.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { UserState } from "./user-state.tsx";
import styles from "./users.module.css";

type UserScreen = "profile" | "campaigns" | "reports" | "customers" | "transactions";

/** The header of every screen about one user: identity, actions, and the other screens about the user. */
export function UserFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("users-admin");
  const { uid = "" } = useParams();
  const viewer = useSignedInUser();
  // Campaign managers work with the campaigns of users, not with the users.
  const reads = mayCall(viewer, "listUsers");
  const found = useCall("showUser", { params: { user: uid } }, { enabled: reads });
  const { entriesOf, dialogs } = useUserActions();
  const user = found.data;
  const name = user && nameOf(user);
  const parts: UserScreen[] = ["profile"];
  if (!user || isCustomer(user.user_role)) parts.push("campaigns", "reports");
  if (user?.user_role === "sales" && isAdmin(viewer.user_role)) parts.push("customers");
  if (!user || hasOwnBudget(user)) parts.push("transactions");

  const list =
    user?.user_role === "sales" && isAdmin(viewer.user_role)
      ? { to: "/sales-managers", label: t("groups.account_managers") }
      : user && !isCustomer(user.user_role)
        ? { to: "/users?group=staff", label: t("groups.staff") }
        : { to: "/users", label: t("back") };

  if (!reads) return children;
  if (isMissing(found.error)) {
    return (
      <PageHeading back={{ to: "/users", label: t("back") }} lead={t("missing.text")}>
        {t("missing.title")}
      </PageHeading>
    );
  }
  return (
    <>
      <Link to={list.to} className={styles.back}>
        <Icon of={ArrowLeft} size={16} />
        {list.label}
      </Link>
      <div className={styles.identity}>
        <Avatar
          name={name ?? ""}
          company={!user || isCustomer(user.user_role)}
          photo={user?.photo_url ?? null}
          size={44}
        />
        <div>
          <div className={text.title}>
            {name ?? (found.error ? t("unknown") : <Skeleton width={180} height={22} />)}
          </div>
          {user && (
            <div className={styles.under}>
              <span className={styles.facet}>{t(`role.${user.user_role}`)}</span>
              {user.email && <span className={styles.facet}>{user.email}</span>}
            </div>
          )}
        </div>
        {user && <UserState status={user.user_status} />}
        {user && <Menu label={t("actionsFor", { name })} entries={entriesOf(user).slice(1)} />}
      </div>
      <nav aria-label={t("part.label")} className={styles.parts}>
        {parts.map((part) => (
          <NavLink key={part} to={part === "profile" ? `/users/${uid}` : `/users/${uid}/${part}`} end>
            {t(`part.${part}`)}
          </NavLink>
        ))}
      </nav>
      {children}
      {dialogs}
    </>
  );
}
