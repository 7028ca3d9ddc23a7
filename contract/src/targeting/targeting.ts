import { z } from "zod";
import { targetCountrySchema } from "../kernel/country/countries.ts";
import {
  ageRanges,
  browsers,
  devices,
  environments,
  genders,
  householdIncomes,
  parentalStatuses,
} from "../kernel/formats.ts";
import { line, opaque } from "../kernel/text.ts";

const point = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) };
const label = line({ max: 160 });
const country = targetCountrySchema;

/** A place of one of the five kinds (FIELD-CAMP-012). */
export const locationSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("country"), id: opaque({ min: 0, max: 40 }), name: label, country }),
  z.strictObject({ kind: z.literal("region"), id: opaque({ min: 0, max: 40 }), name: label, country }),
  z.strictObject({
    kind: z.literal("city"),
    id: opaque({ min: 0, max: 40 }),
    name: label,
    country,
    region: opaque({ min: 0, max: 10 }).nullish(),
    ...point,
  }),
  z.strictObject({ kind: z.literal("zip"), id: opaque({ min: 0, max: 40 }), name: label, country, ...point }),
  z.strictObject({
    kind: z.literal("radius"),
    id: opaque({ min: 0, max: 80 }),
    name: label,
    country: country.nullish(),
    radius_km: z.number().min(1).max(500),
    ...point,
  }),
]);
export type Location = z.infer<typeof locationSchema>;

const lines = z.array(z.number().int());
/** The first-level regions of a country as TopoJSON; the `id` of an outline is that of its region. */
export const regionOutlinesSchema = z.object({
  regions: z.array(locationSchema),
  topology: z.object({
    type: z.literal("Topology"),
    arcs: z.array(z.array(z.array(z.number()))),
    transform: z.object({ scale: z.tuple([z.number(), z.number()]), translate: z.tuple([z.number(), z.number()]) }),
    objects: z.object({
      regions: z.object({
        type: z.literal("GeometryCollection"),
        geometries: z.array(
          z.discriminatedUnion("type", [
            z.object({ type: z.literal("Polygon"), id: z.string(), arcs: z.array(lines) }),
            z.object({ type: z.literal("MultiPolygon"), id: z.string(), arcs: z.array(z.array(lines)) }),
          ]),
        ),
      }),
    }),
  }),
});
export type RegionOutlines = z.infer<typeof regionOutlinesSchema>;

const chosen = <T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).max(values.length).default([]);

/** Hours of a week, Monday from midnight to one is 0 and the last hour of Sunday 167, in the campaign's time zone. */
export const hoursOfWeek = 168;

/** The target group. An empty list means no restriction. */
export const targetingSchema = z.strictObject({
  locations: z.array(locationSchema).max(200).default([]),
  age_ranges: chosen(ageRanges),
  genders: chosen(genders),
  parental_statuses: chosen(parentalStatuses),
  household_incomes: chosen(householdIncomes),
  devices: chosen(devices),
  browsers: chosen(browsers),
  environments: chosen(environments),
  keywords: z
    .array(line({ max: 80 }))
    .max(500)
    .default([]),
  /** Hours of the week in which ads run. */
  hours: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(hoursOfWeek - 1),
    )
    .max(hoursOfWeek)
    .default([]),
  whitelists: z.array(z.number().int()).max(50).default([]),
  blocklists: z.array(z.number().int()).max(50).default([]),
  audiences: z.array(z.number().int()).max(100).default([]),
  remarketing: z.boolean().default(false),
  /** Only buy through these deals. */
  deal_ids: z.array(z.number().int()).max(20).default([]),
});
export type Targeting = z.infer<typeof targetingSchema>;

/** Settings of the target group that only advanced advertisers and staff may change (ROLE-007). */
export const advancedTargeting = [
  "whitelists",
  "audiences",
  "household_incomes",
  "browsers",
  "remarketing",
] as const satisfies readonly (keyof Targeting)[];

/** Keywords are entered one per line; blank lines are ignored (RULE-005). */
export const keywordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];
