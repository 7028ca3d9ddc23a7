import type { LibraryGroup } from "@litfass/contract/creatives/library-shapes";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { findUser } from "../../users/index.ts";
import { listed } from "../audit-values.ts";
import { countGroups, listLibraryGroups, replaceSelectedGroups, selectedGroups } from "./library-group-sql.ts";
import { presentLibraryGroup } from "./present-library.ts";

/** The maximum number of groups offered. */
const maxGroups = 500;

/** All groups, with those offered to this user marked (API-CREA-013). @throws 404 for an unknown user. */
export async function groupsWithSelected(
  db: Executor,
  userUid: string,
  lang: Language,
): Promise<(LibraryGroup & { selected: boolean })[]> {
  if (!(await findUser(db, userUid))) throw notFound();
  const selected = await selectedGroups(db, userUid);
  const { rows } = await listLibraryGroups(db, { page: 1, per_page: maxGroups, direction: "asc" }, lang);
  return rows.map((row) => ({ ...presentLibraryGroup(row, lang), selected: selected.has(row.uuid) }));
}

/** Stores which groups are offered to this user (API-CREA-014). @throws 404, 422 for an unknown group. */
export const selectGroups = command({
  name: "creatives.select_groups",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ user: string; groups: string[] }>) {
    const { tx, lang } = ctx;
    if (!(await findUser(tx, input.user))) throw notFound();
    const groups = [...new Set(input.groups)];
    if ((await countGroups(tx, groups)) < groups.length) throw invalid({ creative_groups: ["rule.oneOf"] });
    const before = await selectedGroups(tx, input.user);
    await replaceSelectedGroups(tx, input.user, groups);
    const sorted = (uuids: Iterable<string>) => ({ creative_groups: listed([...uuids].sort()) });
    await ctx.audit.record({
      subject: { type: "user", id: input.user },
      changes: changesBetween(sorted(before), sorted(groups)),
    });
    return groupsWithSelected(tx, input.user, lang);
  },
});
