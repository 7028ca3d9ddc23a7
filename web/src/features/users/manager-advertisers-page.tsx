import { roleFlags } from "@litfass/contract/kernel/roles";
import type { UserListItem } from "@litfass/contract/users/user-accounts";
import { HandCoins, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { CreditDialog } from "./money/credit-dialog.tsx";
import { nameOf, type Person } from "./profile/person.ts";
import { useUserColumns } from "./user-columns.tsx";
import { UserList } from "./user-list.tsx";
import { userSorts } from "./user-query.ts";

/** The customers of an account manager, who can pass on budget to them (ROUTE-029, ACT-006). */
export function ManagerAdvertisersPage() {
  const { t } = useTranslation("users-admin");
  const { uid = "" } = useParams();
  const viewer = useSignedInUser();
  const admin = roleFlags(viewer.user_role).admin;
  const own = viewer.uid === uid;
  const state = useTableState({ perPage: 30 });
  const list = useCall(
    "listAssignedCustomers",
    { params: { user: uid }, query: listQuery(state, userSorts) },
    { keep: true },
  );
  const manager = useCall("showUser", { params: { user: uid } });
  const [crediting, setCrediting] = useState<Person | null>(null);
  const shared = useUserColumns(["plan", "remaining", "seen"]);
  const columns = useMemo(
    (): Column<UserListItem>[] => [
      ...shared,
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) => (
          <Button
            small
            icon={HandCoins}
            aria-label={t(admin ? "credit.title" : "credit.passTitle", { name: nameOf(row) })}
            onClick={() => setCrediting(row)}
          >
            {t(admin ? "action.credit" : "credit.passSubmit")}
          </Button>
        ),
      },
    ],
    [shared, admin, t],
  );
  const total = list.data?.meta.total ?? 0;
  const name = manager.data ? nameOf(manager.data) : "";
  const balance = manager.data?.balance;
  return (
    <>
      <PageHeading
        back={own ? { to: "/users", label: t("back") } : { to: "/sales-managers", label: t("groups.account_managers") }}
        lead={
          balance &&
          t(own ? "managers.ownBalance" : "managers.balance", {
            amount: formatMoney(balance.balance, balance.currency),
          })
        }
        actions={
          admin && (
            <ButtonLink to={`/users/${uid}/customers`} icon={UserPlus}>
              {t("assign.open")}
            </ButtonLink>
          )
        }
      >
        {list.data && manager.data && state.search === ""
          ? t(own ? "heading.yours" : "managers.heading", { count: total, number: formatNumber(total), name })
          : t("managers.title")}
      </PageHeading>
      <UserList
        caption={t("managers.title")}
        list={list}
        columns={columns}
        state={state}
        empty={{ title: t("none.yours"), text: t(own ? "none.yoursText" : "assign.noneText") }}
      />
      {crediting && <CreditDialog user={crediting} onClose={() => setCrediting(null)} />}
    </>
  );
}
