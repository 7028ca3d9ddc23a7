import type pg from "pg";

/** Facts about a schema in which two databases must agree, each a list of lines. Column order is ignored. */
const facts: Record<string, string> = {
  columns: `select format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
      concat(' identity ', a.attidentity, ' generated ', a.attgenerated)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: "select indexdef as line from pg_indexes where schemaname = 'public'",
  views: "select format('%s %s', viewname, definition) as line from pg_views where schemaname = 'public'",
  triggers: `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  types: `select format('%s %s %s', typname, typtype,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as line
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`,
  sequences:
    "select format('%s %s %s', sequencename, data_type, increment_by) as line from pg_sequences where schemaname = 'public'",
  grants: `select format('%s %s %s', table_name, grantee, privilege_type) as line
    from information_schema.role_table_grants where table_schema = 'public'`,
  policies:
    "select format('%s %s %s', tablename, policyname, qual) as line from pg_policies where schemaname = 'public'",
};

/** The content of the schema `public`, in a stable order. */
export async function schemaOf(client: pg.Client): Promise<Record<string, string[]>> {
  const schema: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(facts)) {
    const { rows } = await client.query<{ line: string }>(query);
    schema[name] = rows.map(({ line }) => line).sort();
  }
  return schema;
}
