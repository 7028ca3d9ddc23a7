type Nested = { [key: string]: string | Nested };

/** Reads Stripe's form encoding: `line_items[0][price_data][currency]=chf` becomes nested objects; lists have numeric keys. */
export function readFormBody(text: string): Nested {
  const result: Nested = Object.create(null) as Nested;
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key, index) => key !== "" || index === 0);
    let at = result;
    for (const [index, key] of keys.entries()) {
      if (index === keys.length - 1) at[key] = value;
      else {
        if (typeof at[key] !== "object") at[key] = Object.create(null) as Nested;
        at = at[key] as Nested;
      }
    }
  }
  return result;
}

export const textAt = (body: Nested, ...keys: string[]): string | undefined => {
  let at: string | Nested | undefined = body;
  for (const key of keys) at = typeof at === "object" ? at[key] : undefined;
  return typeof at === "string" ? at : undefined;
};

export const objectAt = (body: Nested, key: string): Nested => {
  const value = body[key];
  return typeof value === "object" ? value : (Object.create(null) as Nested);
};

/** Metadata is a flat map of texts. */
export const metadataOf = (body: Nested): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectAt(body, "metadata")).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

export type { Nested };
