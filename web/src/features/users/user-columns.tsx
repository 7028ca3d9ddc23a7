import { isCustomer } from "@litfass/contract/kernel/roles";
import type { UserListItem } from "@litfass/contract/users/user-accounts";
import { useMemo } from "react";
import { Link } from "react-router";
import { formatDate, formatDateTime, formatMoney, formatNumber } from "../../i18n/format.ts";
import { hasText } from "../../i18n/has-text.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { nameOf } from "./profile/person.ts";
import { UserState } from "./user-state.tsx";
import styles from "./users.module.css";

export type UserColumn = "role" | "campaigns" | "managers" | "customers" | "plan" | "remaining" | "created" | "seen";

/** The columns shared by user lists; each list adds its actions. */
export function useUserColumns(extra: readonly UserColumn[]): Column<UserListItem>[] {
  const { t } = useTranslation("users-admin");
  const wanted = extra.join(" ");
  return useMemo(() => {
    const optional: Record<UserColumn, Column<UserListItem>> = {
      role: { id: "user_role", header: t("column.role"), sortable: true, cell: (row) => t(`role.${row.user_role}`) },
      managers: { id: "managers", header: t("column.managers"), cell: (row) => <Managers user={row} /> },
      customers: {
        id: "customers",
        header: t("column.customers"),
        align: "right",
        cell: (row) => <Link to={`/account-managers/${row.uid}/advertisers`}>{formatNumber(row.customers)}</Link>,
      },
      campaigns: {
        id: "campaigns",
        header: t("column.campaigns"),
        align: "right",
        cell: (row) => <Campaigns user={row} />,
      },
      plan: { id: "plan", header: t("column.plan"), cell: (row) => <Plan user={row} /> },
      remaining: {
        id: "remaining",
        header: t("column.remaining"),
        align: "right",
        cell: (row) => (
          <span className={styles.whole}>
            {row.remaining === null ? "–" : formatMoney(row.remaining, row.currency)}
          </span>
        ),
      },
      seen: {
        id: "last_seen_at",
        header: t("column.seen"),
        align: "right",
        cell: (row) => <Seen at={row.last_seen_at} />,
      },
      created: {
        id: "created_at",
        header: t("column.created"),
        sortable: true,
        align: "right",
        cell: (row) => formatDate(row.created_at),
      },
    };
    return [
      {
        id: "company_name",
        header: t("column.user"),
        sortable: true,
        narrow: "title",
        cell: (row) => <PersonCell user={row} />,
      },
      {
        id: "user_status",
        header: t("column.status"),
        sortable: true,
        cell: (row) => <UserState status={row.user_status} />,
      },
      ...wanted
        .split(" ")
        .filter(Boolean)
        .map((each) => optional[each as UserColumn]),
    ];
  }, [t, wanted]);
}

/** A user by picture, name and address; the name leads to the user's page. */
export function PersonCell({ user }: { user: Omit<UserListItem, "customers"> }) {
  const name = nameOf(user);
  const second = [user.full_name, user.email].find((each) => each && each !== name);
  return (
    <span className={styles.person}>
      <span aria-hidden="true">
        <Avatar name={name} company={isCustomer(user.user_role)} size={32} />
      </span>
      <span className={styles.names}>
        <Link to={`/users/${user.uid}`} className={styles.name}>
          {name}
        </Link>
        {second && (
          <span className={classNames(styles.under, styles.mail)} title={user.email ?? second}>
            {user.email ?? second}
          </span>
        )}
      </span>
    </span>
  );
}

function Managers({ user }: { user: UserListItem }) {
  const { t } = useTranslation("users-admin");
  if (!isCustomer(user.user_role)) return <span className={styles.none}>–</span>;
  if (user.account_managers.length === 0) return <span className={styles.none}>{t("unassigned")}</span>;
  return user.account_managers.map(({ full_name }) => full_name).join(", ");
}

/** All campaigns of a customer, and below those that run. */
function Campaigns({ user }: { user: UserListItem }) {
  const { t } = useTranslation("users-admin");
  if (!isCustomer(user.user_role)) return <span className={styles.none}>–</span>;
  if (user.campaigns === 0) return <span className={styles.none}>{t("noCampaigns")}</span>;
  return (
    <span className={styles.whole}>
      <Link to={`/users/${user.uid}/campaigns`}>{formatNumber(user.campaigns)}</Link>
      {user.running_campaigns > 0 && (
        <span className={styles.under}>
          {t("runningCampaigns", { count: user.running_campaigns, number: formatNumber(user.running_campaigns) })}
        </span>
      )}
    </span>
  );
}

function Plan({ user }: { user: UserListItem }) {
  const { t } = useTranslation("users-admin");
  if (!user.plan || !user.plan_end_at) return <span className={styles.none}>{t("planName.none")}</span>;
  const plan = `planName.${user.plan}`;
  return (
    <span className={styles.whole}>
      {hasText(plan, "users-admin") ? t(plan) : user.plan}
      <span className={styles.under}>{t("planName.until", { date: formatDate(user.plan_end_at) })}</span>
    </span>
  );
}

/** The date, with the time below. */
function Seen({ at }: { at: string | null }) {
  const { t } = useTranslation("users-admin");
  if (!at) return <span className={styles.none}>{t("never")}</span>;
  const [day, time] = formatDateTime(at).split(", ");
  return (
    <span className={styles.whole}>
      {day}
      <span className={styles.under}>{time}</span>
    </span>
  );
}
