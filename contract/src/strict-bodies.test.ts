import { expect, test } from "vitest";
import { z } from "zod";
import { type EndpointName, endpoints } from "./index.ts";
import type { EndpointDefinition } from "./kernel/endpoint.ts";

const all = Object.entries(endpoints) as [EndpointName, EndpointDefinition][];
const writing = all.filter(([, { body }]) => body !== undefined);

/** Fields that no request may set. */
const foreign = ["user_role", "role", "user_status", "balance", "owner", "owner_uid", "uid", "is_admin"];

/** The schema that sees the input first: inside refinements, transformations and defaults. */
function outermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === "pipe") return outermost((def as z.core.$ZodPipeDef).in);
  if (def.type === "optional" || def.type === "default" || def.type === "prefault" || def.type === "nullable") {
    return outermost((def as unknown as { innerType: z.core.$ZodType }).innerType);
  }
  return schema;
}

/** Every object in a schema that accepts unknown fields, by path. */
function openObjects(schema: z.core.$ZodType, path: string, seen = new Set<z.core.$ZodType>()): string[] {
  const inner = outermost(schema);
  if (seen.has(inner)) return [];
  seen.add(inner);
  const def = inner._zod.def as unknown as {
    type: string;
    shape?: Record<string, z.core.$ZodType>;
    catchall?: z.core.$ZodType;
    element?: z.core.$ZodType;
    options?: z.core.$ZodType[];
    items?: z.core.$ZodType[];
    getter?: () => z.core.$ZodType;
  };
  const below = (parts: [string, z.core.$ZodType][]) =>
    parts.flatMap(([name, part]) => openObjects(part, `${path}.${name}`, seen));
  if (def.type === "object") {
    const isStrict = def.catchall?._zod.def.type === "never";
    return [...(isStrict ? [] : [path]), ...below(Object.entries(def.shape ?? {}))];
  }
  if (def.type === "array" && def.element) return below([["[]", def.element]]);
  if (def.type === "lazy" && def.getter) return openObjects(def.getter(), path, seen);
  const alternatives = def.options ?? def.items ?? [];
  return below(alternatives.map((option, at) => [String(at), option]));
}

/**
 * Accepts role and status in order to drop them: the profile form sends back the user it received (required by the
 * row).
 */
const dropsForeign = new Set<EndpointName>(["saveProfile"]);

test("every body rejects unknown fields at every depth", () => {
  const open = writing
    .filter(([name]) => !dropsForeign.has(name))
    .flatMap(([name, { body }]) => openObjects(body as z.ZodType, name));
  console.log(`${writing.length} endpoints take a body`);
  expect(writing.length).toBeGreaterThan(30);
  expect(open).toEqual([]);
});

/** An empty body, or one for each kind of a body that has several, because only then the other fields are read. */
function startsOf(body: z.ZodType): Record<string, unknown>[] {
  if (!(body instanceof z.ZodDiscriminatedUnion)) return [{}];
  const { discriminator, options } = body.def;
  return (options as z.ZodObject[]).flatMap(({ shape }) =>
    [...(shape[discriminator] as z.ZodLiteral).values].map((kind) => ({ [discriminator]: kind })),
  );
}

test.each(writing.filter(([name]) => !dropsForeign.has(name)))(
  "%s rejects role, status, balance and owner unless declared",
  (_name, { body }) => {
    for (const field of foreign) {
      for (const start of startsOf(body as z.ZodType)) {
        const parsed = (body as z.ZodType).safeParse({ ...start, [field]: "x" });
        expect(parsed.success).toBe(false);
        expect(JSON.stringify(parsed.error?.issues), field).toContain(`"${field}"`);
      }
    }
  },
);

test("the own profile drops role and status and rejects other unknown fields", () => {
  const body = endpoints.saveProfile.body as z.ZodType<Record<string, unknown>>;
  const profile = {
    first_name: "Nora",
    last_name: "Zbinden",
    company_name: "Brothaus Matte",
    country_code: "CH",
    postal_code: "3011",
    city: "Bern",
    street: "Gerberngasse",
    house_number: "27",
    is_terms_accepted: true,
  };
  const parsed = body.parse({ ...profile, user_role: "admin", user_status: 2, role: "admin", status: 2 });
  expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(["user_role"]));
  for (const field of ["user_role", "user_status", "role", "status"]) expect(parsed).not.toHaveProperty(field);
  for (const field of ["balance", "owner", "uid", "email_verified_at"]) {
    expect(body.safeParse({ ...profile, [field]: "x" }).success, field).toBe(false);
  }
});
