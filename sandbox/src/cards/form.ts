/** A decoded form: texts, lists and records of them. */
export type Form = { [key: string]: FormValue };
export type FormValue = string | FormValue[] | Form;

const deepest = 8;
const maxFields = 1000;
const listIndex = /^\d{0,3}$/;

/**
 * Parses Stripe's encoding: `metadata[order]=7&expand[]=customer&line_items[0][quantity]=1`. Own code, because qs
 * would add more than ten packages for this one format; splitting and decoding are left to URLSearchParams.
 */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null);
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > maxFields) break;
    const [first = "", ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""));
    if (first !== "" && rest.length < deepest) put(form, [first, ...rest], value);
  }
  return finished(form) as Form;
}

function put(form: Form, path: string[], value: string): void {
  let at = form;
  for (const key of path.slice(0, -1)) {
    const known = at[key];
    if (typeof known === "object" && !Array.isArray(known)) at = known;
    else {
      const made: Form = Object.create(null);
      at[key] = made;
      at = made;
    }
  }
  const last = path.at(-1)!;
  at[last === "" ? String(Object.keys(at).length) : last] = value;
}

/** Records whose keys are all indices become lists. */
function finished(value: FormValue): FormValue {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => listIndex.test(key))) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => finished(value[key]!));
  }
  for (const key of keys) value[key] = finished(value[key]!);
  return value;
}
