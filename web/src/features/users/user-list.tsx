import type { UserListItem } from "@litfass/contract/users/user-accounts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import type { TableState } from "../../ui/tables/use-table-state.ts";

type UserListProps = {
  caption: string;
  list: UseQueryResult<{ data: UserListItem[]; meta: { total: number } }, Error>;
  columns: readonly Column<UserListItem>[];
  state: TableState;
  empty: { title: string; text: string };
};

/** A list of users with its search. */
export function UserList({ caption, list, columns, state, empty }: UserListProps) {
  const { t } = useTranslation("users-admin");
  const filtered = state.search !== "";
  return (
    <>
      <ListFilters state={state} label={t("search")} apart />
      <Card flush>
        <ListTable
          caption={caption}
          columns={columns}
          list={list}
          rowKey={(row) => row.uid}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("failed")}
          empty={
            <EmptyState title={filtered ? t("none.filtered") : empty.title}>
              {filtered ? t("none.filteredText") : empty.text}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
