import type { User } from "@litfass/contract/users/users";
import { useMemo } from "react";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { canOpen } from "../navigation.ts";
import {
  canSearchCampaigns,
  customerPath,
  matchesText,
  maxResults,
  openableScreens,
  type PaletteEntry,
} from "./palette-entry.ts";

const typingMs = 200;
/** A single letter matches nearly everything. */
const shortestSearch = 2;

type Found = { groups: { kind: PaletteEntry["kind"]; items: PaletteEntry[] }[]; searching: boolean };

/** The results for the typed text: screens immediately, customers and campaigns from the server once typing pauses. */
export function usePalette(viewer: User, typed: string): Found {
  const { t } = useTranslation("shell");
  const search = useDebouncedValue(typed.trim(), typingMs);
  const wanted = search.length >= shortestSearch;
  const query = { search, per_page: maxResults };
  const managesUsers = canOpen(viewer, "/users");
  const reachesCustomers = customerPath(viewer, "any") !== null;
  const users = useCall(
    "listUsers",
    { query: { ...query, group: viewer.user_role === "sales" ? "all" : "advertisers" } },
    { enabled: wanted && reachesCustomers && managesUsers, keep: true },
  );
  const assignable = useCall(
    "listAssignableCustomers",
    { query },
    { enabled: wanted && reachesCustomers && !managesUsers, keep: true },
  );
  const campaigns = useCall("listCampaigns", { query }, { enabled: wanted && canSearchCampaigns(viewer), keep: true });

  const screens = useMemo(
    () =>
      openableScreens(viewer)
        .map(
          ({ name, path, outside }): PaletteEntry => ({
            to: path,
            label: t(`screens.${name}`),
            kind: "screen",
            screen: name,
            ...(outside && { outside }),
          }),
        )
        .filter(({ label }) => matchesText(label, typed.trim())),
    [viewer, typed, t],
  );
  const people = wanted ? ((managesUsers ? users : assignable).data?.data ?? []) : [];
  const groups: Found["groups"] = [
    { kind: "screen", items: screens },
    {
      kind: "customer",
      items: people.flatMap((user): PaletteEntry[] => {
        const to = customerPath(viewer, user.uid);
        const label = user.company_name || user.full_name || user.email || user.uid;
        return to ? [{ to, label, hint: user.email ?? undefined, kind: "customer" }] : [];
      }),
    },
    {
      kind: "campaign",
      items: (wanted ? (campaigns.data?.data ?? []) : []).map(
        (campaign): PaletteEntry => ({
          to: `/campaigns/${campaign.id}`,
          label: campaign.name,
          hint: reachesCustomers ? campaign.owner_name : undefined,
          kind: "campaign",
        }),
      ),
    },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    searching:
      typed.trim() !== search || (wanted && (users.isFetching || assignable.isFetching || campaigns.isFetching)),
  };
}
