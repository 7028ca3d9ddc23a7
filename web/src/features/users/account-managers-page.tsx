import type { UserListItem } from "@litfass/contract/users/user-accounts";
import { MailPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { InviteDialog } from "./money/invite-dialog.tsx";
import { nameOf } from "./profile/person.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { useUserColumns } from "./user-columns.tsx";
import { UserList } from "./user-list.tsx";
import { userSorts } from "./user-query.ts";

/** Account managers with their number of customers (ROUTE-027). */
export function AccountManagersPage() {
  const { t } = useTranslation("users-admin");
  const state = useTableState({ perPage: 30 });
  const [inviting, setInviting] = useState(false);
  const list = useCall(
    "listUsers",
    { query: { ...listQuery(state, userSorts), group: "account_managers" } },
    { keep: true },
  );
  const { entriesOf, dialogs } = useUserActions();
  const shared = useUserColumns(["customers", "remaining", "seen"]);
  const columns = useMemo(
    (): Column<UserListItem>[] => [
      ...shared,
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => <Menu label={t("actionsFor", { name: nameOf(row) })} entries={entriesOf(row)} />,
      },
    ],
    [shared, entriesOf, t],
  );
  const total = list.data?.meta.total ?? 0;
  return (
    <>
      <PageHeading
        actions={
          <Button variant="primary" icon={MailPlus} onClick={() => setInviting(true)}>
            {t("invite.open")}
          </Button>
        }
      >
        {list.data && state.search === ""
          ? t("heading.account_managers", { count: total, number: formatNumber(total) })
          : t("groups.account_managers")}
      </PageHeading>
      <UserList
        caption={t("groups.account_managers")}
        list={list}
        columns={columns}
        state={state}
        empty={{ title: t("managers.none"), text: t("managers.noneText") }}
      />
      {dialogs}
      {inviting && <InviteDialog firstRole="sales" onClose={() => setInviting(false)} />}
    </>
  );
}
