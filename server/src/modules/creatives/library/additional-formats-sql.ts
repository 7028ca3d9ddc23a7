import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** All SQL of the additional formats of templates. They belong to the shared library, never to one customer. */

type Size = { width: number; height: number };

const sizesOf = (sizes: readonly Size[]) => sql`unnest(
  ${sql.param(sizes.map(({ width }) => width))}::int[],
  ${sql.param(sizes.map(({ height }) => height))}::int[])`;

/** Adds the sizes to every template that has the whole basic set; those that a template has already are unchanged. */
export async function insertAdditional(tx: Transaction, sizes: readonly Size[], now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO creatives
      (uuid, creative_group_uuid, type, width, height, title, description, additional, created_at, updated_at)
    SELECT gen_random_uuid(), g.uuid, 'html5', f.width, f.height, b.title, b.description, 'offered',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    FROM creative_groups g
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, min(c.title) AS title, min(c.description) AS description
      FROM creatives c WHERE c.creative_group_uuid = g.uuid AND c.additional IS NULL
    ) b
    CROSS JOIN ${sizesOf(sizes)} WITH ORDINALITY f (width, height, number)
    WHERE b.count = 5 AND (g.template IS NOT NULL OR g.markup IS NOT NULL)
    ORDER BY g.position, g.uuid, f.number
    ON CONFLICT (creative_group_uuid, width, height) DO NOTHING`);
}

/** Offers exactly these additional sizes and withdraws the others. */
export async function offerOnly(tx: Transaction, sizes: readonly Size[]): Promise<void> {
  await tx.execute(sql`
    UPDATE creatives c SET additional = s.state
    FROM (
      SELECT a.uuid, CASE WHEN f.width IS NULL THEN 'withdrawn' ELSE 'offered' END AS state
      FROM creatives a
      LEFT JOIN ${sizesOf(sizes)} f (width, height) ON f.width = a.width AND f.height = a.height
      WHERE a.additional IS NOT NULL
    ) s
    WHERE s.uuid = c.uuid AND c.additional <> s.state`);
}

/** Deletes the additional sizes of a template that no campaign uses. */
export async function deleteAdditional(tx: Transaction, group: string): Promise<void> {
  await tx.execute(sql`DELETE FROM creatives WHERE creative_group_uuid = ${group} AND additional IS NOT NULL`);
}
