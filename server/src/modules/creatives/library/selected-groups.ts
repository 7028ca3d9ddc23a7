import type { LibraryGroup } from "@litfass/contract/creatives/creatives-admin";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { findUser } from "../../users/index.ts";
import { countGroups, listLibraryGroups, replaceSelectedGroups, selectedGroups } from "./library-group-sql.ts";
import { presentLibraryGroup } from "./present-library.ts";

/** As many groups as are ever offered. */
const mostGroups = 500;

/** All groups with those marked that are offered to this user (API-CREA-013). @throws 404 for an unknown user. */
export async function groupsWithSelected(
  db: Database,
  userUid: string,
  lang: "en" | "de",
): Promise<(LibraryGroup & { selected: boolean })[]> {
  if (!(await findUser(db, userUid))) throw notFound();
  const selected = await selectedGroups(db, userUid);
  const { rows } = await listLibraryGroups(db, { page: 1, per_page: mostGroups, direction: "asc" }, lang);
  return rows.map((row) => ({ ...presentLibraryGroup(row, lang), selected: selected.has(row.uuid) }));
}

/** Stores which groups are offered to this user (API-CREA-014). @throws 404, 422 for an unknown group. */
export async function selectGroups(db: Database, userUid: string, groups: string[]): Promise<void> {
  if (!(await findUser(db, userUid))) throw notFound();
  await db.transaction(async (tx) => {
    const wanted = [...new Set(groups)];
    if ((await countGroups(tx, wanted)) < wanted.length) throw invalid({ creative_groups: ["rule.oneOf"] });
    await replaceSelectedGroups(tx, userUid, wanted);
  });
}
