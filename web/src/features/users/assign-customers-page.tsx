import type { UserListItem } from "@litfass/contract/users/user-accounts";
import { UserMinus, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { call } from "../../api/api.ts";
import { attempt } from "../../api/attempt.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatNumber, unknownNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { MultiCombobox } from "../../ui/inputs/combobox.tsx";
import type { Option } from "../../ui/inputs/select.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { nameOf, userLists } from "./profile/person.ts";
import { useUserColumns } from "./user-columns.tsx";
import { UserFrame } from "./user-frame.tsx";
import { UserList } from "./user-list.tsx";
import { userSorts } from "./user-query.ts";
import styles from "./users.module.css";

/** Assigns customers to an account manager and removes them. */
export function AssignCustomersPage() {
  const { t } = useTranslation("users-admin");
  const { uid = "" } = useParams();
  const state = useTableState({ perPage: 30 });
  const list = useCall(
    "listAssignedCustomers",
    { params: { user: uid }, query: listQuery(state, userSorts) },
    { keep: true },
  );
  const assign = useChange("assignCustomers", userLists);
  const shared = useUserColumns(["role", "created"]);

  const columns = useMemo((): Column<UserListItem>[] => {
    const remove = async (user: UserListItem) => {
      const name = nameOf(user);
      await attempt(
        async () => {
          const customerIds = (await readAssigned(uid)).filter((each) => each !== user.uid);
          await assign.mutateAsync({ params: { user: uid }, body: { customerIds } });
        },
        t("assign.removed", { name }),
      );
    };
    return [
      ...shared,
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => (
          <IconButton
            icon={UserMinus}
            label={t("assign.remove", { name: nameOf(row) })}
            disabled={assign.isPending}
            onClick={() => void remove(row)}
          />
        ),
      },
    ];
  }, [shared, assign, uid, t]);

  const add = (options: Option[]) =>
    attempt(
      async () => {
        const customerIds = [...new Set([...(await readAssigned(uid)), ...options.map(({ value }) => value)])];
        await assign.mutateAsync({ params: { user: uid }, body: { customerIds } });
      },
      t("assign.added", { count: options.length, number: formatNumber(options.length) }),
    );

  const total = list.data?.meta.total ?? 0;
  return (
    <UserFrame>
      <PageHeading
        lead={t("assign.lead")}
        placeholder={list.isPending && t("assign.heading", { count: 2, number: unknownNumber })}
      >
        {list.data && state.search === ""
          ? t("assign.heading", { count: total, number: formatNumber(total) })
          : t("managers.title")}
      </PageHeading>
      <Card title={t("assign.title")}>
        <AddCustomers busy={assign.isPending} assigned={list.data?.data.map((user) => user.uid) ?? []} onAdd={add} />
      </Card>
      <UserList
        caption={t("managers.title")}
        list={list}
        columns={columns}
        state={state}
        empty={{ title: t("none.yours"), text: t("assign.noneText") }}
      />
    </UserFrame>
  );
}

type AddCustomersProps = {
  busy: boolean;
  /** Users in the list below: they are already assigned. */
  assigned: string[];
  onAdd: (options: Option[]) => Promise<boolean>;
};

function AddCustomers({ busy, assigned, onAdd }: AddCustomersProps) {
  const { t } = useTranslation("users-admin");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<Option[]>([]);
  const found = useCall(
    "listAssignableCustomers",
    { query: { search: search || undefined, per_page: 20, sort: "company_name" } },
    { keep: true },
  );
  const options = (found.data?.data ?? [])
    .filter((user) => !assigned.includes(user.uid))
    .map((user) => ({
      value: user.uid,
      label: [...new Set([nameOf(user), user.email])].filter(Boolean).join(", "),
    }));
  return (
    <form
      className={styles.assign}
      onSubmit={(event) => {
        event.preventDefault();
        void onAdd(chosen).then((done) => done && setChosen([]));
      }}
    >
      <MultiCombobox
        multiple
        label={t("assign.label")}
        placeholder={t("search")}
        options={options}
        loading={found.isFetching}
        onSearch={setSearch}
        value={chosen}
        onChange={setChosen}
      />
      <Button type="submit" variant="primary" icon={UserPlus} disabled={chosen.length === 0} busy={busy}>
        {t("assign.submit")}
      </Button>
    </form>
  );
}

const perPage = 100;

/** The current uids of all customers assigned to an account manager. */
async function readAssigned(uid: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await call("listAssignedCustomers", {
      params: { user: uid },
      query: { page, per_page: perPage },
    });
    found.push(...data.map((each) => each.uid));
    if (page >= meta.last_page) return found;
  }
}
