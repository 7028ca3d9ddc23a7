import { z } from "zod";
import { maxCounted } from "./max-counted.ts";
import { line } from "./text.ts";

/**
 * Paging, sorting and search of a list call. `per_page` defaults to 15 (FIELD-CAMP-031). Without `sort` a list has
 * its own order, usually newest first; `direction` applies to `sort`.
 */
export const pageQuery = <const Sorts extends readonly [string, ...string[]]>(sortable: Sorts, perPage = 15) =>
  z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(perPage),
    search: line({ min: 0, max: 100 }).optional(),
    sort: z.enum(sortable).optional(),
    direction: z.enum(["asc", "desc"]).default("asc"),
  });

export const pageMeta = z.object({
  current_page: z.number().int(),
  per_page: z.number().int(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  last_page: z.number().int(),
  total: z
    .number()
    .int()
    .describe(`Long lists count up to ${maxCounted} rows: a total of ${maxCounted} means at least as many`),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** A page of a list: `{data, meta}`. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), meta: pageMeta });

/** The meta of one page. */
export function metaOf(page: number, perPage: number, total: number): PageMeta {
  const from = (page - 1) * perPage + 1;
  const empty = from > total;
  return {
    current_page: page,
    per_page: perPage,
    from: empty ? null : from,
    to: empty ? null : Math.min(page * perPage, total),
    last_page: Math.max(1, Math.ceil(total / perPage)),
    total,
  };
}
