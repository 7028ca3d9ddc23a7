import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import type { Caller } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { listed } from "./audit-values.ts";
import { addFavorite, placedFavorites, placeFavorites, removeFavorite } from "./favorite-sql.ts";
import { findGroupUuid, listGroupsById } from "./library/group-sql.ts";
import { presentGroup } from "./library/present-group.ts";

/** Toggles the group of `creative_id` as a favorite of the caller (API-UCRE-002). @throws 404 for an unknown uuid. */
export const toggleFavorite = command({
  name: "creatives.toggle_favorite",
  errors: ["not_found"],
  async run({ ctx, input: { creative_id } }: CommandCall<{ creative_id: string }>) {
    const { uid } = callerOf(ctx.actor);
    const group = await findGroupUuid(ctx.tx, creative_id);
    if (!group) throw notFound();
    const removed = await removeFavorite(ctx.tx, uid, group);
    if (!removed) await addFavorite(ctx.tx, uid, group);
    await ctx.audit.record({
      subject: { type: "creative_group", id: group },
      changes: changesBetween({ is_favorite: removed }, { is_favorite: !removed }),
    });
    return { creative_id, creative_group: group, is_favorite: !removed };
  },
});

/** The caller's chosen favorites in their order, at most six (API-UCRE-003). */
export async function selectedFavorites(db: Executor, caller: Caller): Promise<CreativeGroup[]> {
  const placed = await placedFavorites(db, caller.uid);
  const groups = await listGroupsById(db, caller.uid, placed);
  return groups.filter((group) => group.isActive).map((group) => presentGroup(group, { lang: caller.lang }));
}

/** Stores the chosen favorites in the given order (API-UCRE-004). @throws 422 for an unknown uuid. */
export const selectFavorites = command({
  name: "creatives.select_favorites",
  errors: [],
  async run({ ctx, input }: CommandCall<{ creative_ids: string[] }>): Promise<CreativeGroup[]> {
    const caller = callerOf(ctx.actor);
    const groups: string[] = [];
    for (const [index, uuid] of input.creative_ids.entries()) {
      const group = await findGroupUuid(ctx.tx, uuid);
      if (!group) throw invalid({ [`creative_ids.${index}`]: ["rule.oneOf"] });
      if (!groups.includes(group)) groups.push(group);
    }
    const before = await placedFavorites(ctx.tx, caller.uid);
    await placeFavorites(ctx.tx, caller.uid, groups);
    await ctx.audit.record({
      subject: { type: "user", id: caller.uid },
      changes: changesBetween({ favorites: listed(before) }, { favorites: listed(groups) }),
    });
    return selectedFavorites(ctx.tx, caller);
  },
});
