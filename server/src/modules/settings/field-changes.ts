import type { AuditChange } from "@litfass/contract/kernel/audit";
import { changesBetween } from "@litfass/platform/audit/audit";

type Plain = string | number | boolean | null;

/** An entry of a list as text: the values of an object by name, because jsonb does not preserve their order. */
const listed = (entry: unknown): string =>
  typeof entry === "object" && entry !== null
    ? Object.entries(entry)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([, value]) => value)
        .join(" ")
    : String(entry);

/** The fields of settings in the format of the API by path, like `plans.starter.months`; lists are one text. */
function flatten(settings: object, prefix = ""): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]): [string, Plain][] => {
      const path = `${prefix}${name}`;
      if (Array.isArray(value)) return [[path, value.map(listed).join(", ")]];
      if (typeof value === "object" && value !== null) return Object.entries(flatten(value, `${path}.`));
      return [[path, value as Plain]];
    }),
  );
}

/** A legal text has thousands of characters, which nobody reads in a history: its start and its length. */
const maxShown = 200;
const shortened = <Value>(value: Value): Value | string =>
  typeof value === "string" && value.length > maxShown ? `${value.slice(0, maxShown)}… (${value.length})` : value;

/** The changed fields between two versions in the format of the API, also those that only one of them has. */
export function settingsChanges(before: object, after: object): AuditChange[] {
  const [old, now] = [flatten(before), flatten(after)];
  const gone = Object.fromEntries(Object.keys(old).map((field) => [field, null]));
  const changes = changesBetween(old, { ...gone, ...now });
  // A field that one version lacks and the other leaves empty reads the same.
  const seen = changes.filter(({ before, after }) => (before ?? "") !== (after ?? ""));
  return seen.map((change) => ({
    ...change,
    before: shortened(change.before),
    after: shortened(change.after),
  }));
}
