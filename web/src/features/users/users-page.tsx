import { isCustomer, roleFlags, roles } from "@litfass/contract/kernel/roles";
import { type UserListItem, userNeeds } from "@litfass/contract/users/user-accounts";
import { Download, MailPlus, Wallet } from "lucide-react";
import { useMemo, useState } from "react";
import { call } from "../../api/api.ts";
import { attempt } from "../../api/attempt.ts";
import { saveBlob } from "../../api/save-blob.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { formatNumber, unknownNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { InviteDialog } from "./money/invite-dialog.tsx";
import { nameOf } from "./profile/person.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { type UserColumn, useUserColumns } from "./user-columns.tsx";
import { type Group, type Need, userSorts, useUserFilter } from "./user-query.ts";
import styles from "./users.module.css";

const rolesOf = (group: Group) =>
  roles.filter((role) => group === "all" || isCustomer(role) === (group === "advertisers"));
const extraColumns: Record<Group, UserColumn[]> = {
  advertisers: ["managers", "campaigns", "plan", "remaining", "seen"],
  account_managers: ["customers", "remaining", "seen"],
  staff: ["role", "created", "seen"],
  all: ["role", "managers", "created", "seen"],
};

/** Users for staff with their state and actions (ROUTE-026). */
export function UsersPage() {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const admin = roleFlags(viewer.user_role).admin;
  const state = useTableState({ perPage: 30 });
  const filter = useUserFilter();
  const [inviting, setInviting] = useState(false);
  const group = admin ? filter.group : "all";
  const query = {
    ...listQuery(state, userSorts),
    group,
    ...(admin && { role: filter.role, status: filter.status }),
    ...(!admin && { status: filter.status }),
    // Staff need nothing; the address may still name a need of another tab.
    ...((!admin || group === "advertisers") && { need: filter.need }),
  };
  const list = useCall("listUsers", { query }, { keep: true });
  const { entriesOf, dialogs } = useUserActions();
  const shared = useUserColumns(admin ? extraColumns[group] : ["campaigns", "plan", "remaining", "seen"]);
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
  const filtered =
    query.need !== undefined || state.search !== "" || filter.role !== undefined || filter.status !== undefined;
  const total = list.data?.meta.total ?? 0;

  return (
    <>
      <PageHeading
        placeholder={
          list.isPending &&
          t(filtered ? "heading.found" : `heading.${admin ? group : "yours"}`, { count: 2, number: unknownNumber })
        }
        actions={
          admin ? (
            <>
              <ExportButton />
              <Button variant="primary" icon={MailPlus} onClick={() => setInviting(true)}>
                {t("invite.open")}
              </Button>
            </>
          ) : (
            <ButtonLink to={`/account-managers/${viewer.uid}/advertisers`} icon={Wallet}>
              {t("yourAdvertisers")}
            </ButtonLink>
          )
        }
      >
        {list.data && !filtered
          ? t(`heading.${admin ? group : "yours"}`, { count: total, number: formatNumber(total) })
          : list.data
            ? t("heading.found", { count: total, number: formatNumber(total) })
            : t("title")}
      </PageHeading>
      <UserTabs
        admin={admin}
        value={query.need ?? group}
        onChange={(next) => filter.set({ ...next, role: null, status: null })}
      />
      <ListFilters state={state} label={t("search")} apart>
        {admin && group !== "account_managers" && (
          <ChoiceFilter
            label={t("column.role")}
            any={t("any")}
            options={rolesOf(group).map((each) => ({ value: each, label: t(`role.${each}`) }))}
            value={filter.role}
            onChange={(role) => filter.set({ role: role ?? null })}
          />
        )}
        <ChoiceFilter
          label={t("column.status")}
          any={t("any")}
          options={[
            { value: "2", label: t("status.active") },
            { value: "1", label: t("status.invited") },
            { value: "3", label: t("status.disabled") },
          ]}
          value={filter.status && String(filter.status)}
          onChange={(status) => filter.set({ status: status ?? null })}
        />
        {filtered && (
          <Button
            variant="quiet"
            className={styles.reset}
            onClick={() => filter.set({ role: null, status: null, search: null, need: null })}
          >
            {t("reset")}
          </Button>
        )}
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.uid}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("failed")}
          empty={
            <EmptyState title={t(filtered ? "none.filtered" : admin ? "none.title" : "none.yours")}>
              {t(filtered ? "none.filteredText" : admin ? "none.text" : "none.yoursText")}
            </EmptyState>
          }
        />
      </Card>
      {dialogs}
      {inviting && (
        <InviteDialog
          firstRole={group === "account_managers" ? "sales" : group === "staff" ? "campaign_manager" : "customer"}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}

type UserTabsProps = {
  admin: boolean;
  value: Group | Need;
  onChange: (choice: { group: Group | null; need: Need | null }) => void;
};

/** Customers by what they need, and for admins the other groups of users. */
function UserTabs({ admin, value, onChange }: UserTabsProps) {
  const { t } = useTranslation("users-admin");
  const { data } = useCall("countUsers", {}, { staleMs: 60_000, keep: true });
  const isNeed = (each: string): each is Need => userNeeds.some((need) => need === each);
  const needs = userNeeds.filter((need) => admin || need !== "unassigned");
  const tabs: (Group | Need)[] = admin
    ? ["advertisers", ...needs, "account_managers", "staff", "all"]
    : ["all", ...needs];
  return (
    <Tabs
      label={t("groups.label")}
      value={value}
      onChange={(next) =>
        onChange(isNeed(next) ? { group: null, need: next } : { group: admin ? next : null, need: null })
      }
      tabs={tabs.map((each) => {
        const count = isNeed(each) ? data?.needs[each] : data?.groups[each];
        const label = isNeed(each) ? t(`needs.${each}`) : t(`groups.${each}`);
        return { value: each, label, ...(count !== undefined && { count: formatNumber(count) }) };
      })}
    />
  );
}

/** Exports all users, regardless of the filters. */
function ExportButton() {
  const { t } = useTranslation("users-admin");
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    await attempt(async () => saveBlob(await call("exportUsers"), "users.xlsx"), t("exported"));
    setBusy(false);
  }
  return (
    <Button icon={Download} busy={busy} onClick={() => void save()}>
      Excel
    </Button>
  );
}
