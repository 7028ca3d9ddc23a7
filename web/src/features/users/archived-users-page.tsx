import type { UserListItem } from "@litfass/contract/users/user-accounts";
import { useMemo } from "react";
import { useCall } from "../../api/use-call.ts";
import { formatNumber, unknownNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { RestoreButton } from "./restore-button.tsx";
import { useUserColumns } from "./user-columns.tsx";
import { UserList } from "./user-list.tsx";
import { userSorts } from "./user-query.ts";

/** Archived users, who can be restored with their previous status (ROUTE-028). */
export function ArchivedUsersPage() {
  const { t } = useTranslation("users-admin");
  const state = useTableState({ perPage: 30 });
  const list = useCall("listArchivedUsers", { query: listQuery(state, userSorts) }, { keep: true });
  const shared = useUserColumns(["role", "managers", "created"]);
  const columns = useMemo(
    (): Column<UserListItem>[] => [
      ...shared.filter(({ id }) => id !== "user_status"),
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) => <RestoreButton user={row} />,
      },
    ],
    [shared, t],
  );
  const total = list.data?.meta.total ?? 0;
  return (
    <>
      <PageHeading
        lead={t("archived.lead")}
        placeholder={list.isPending && t("archived.heading", { count: 2, number: unknownNumber })}
      >
        {total > 0 && state.search === ""
          ? t("archived.heading", { count: total, number: formatNumber(total) })
          : t("archived.title")}
      </PageHeading>
      <UserList
        caption={t("archived.title")}
        list={list}
        columns={columns}
        state={state}
        empty={{ title: t("archived.none"), text: t("archived.noneText") }}
      />
    </>
  );
}
