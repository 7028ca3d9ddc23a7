/** A seller of an advertising system; `domain` is "" for a confidential one. */
export type DeclaredSeller = { type: "publisher" | "intermediary" | "both"; domain: string };
/** By seller id. */
export type SellersJson = Record<string, DeclaredSeller>;

const maxDeclaredSellers = 200_000;

/**
 * Reads a sellers.json 1.0. Entries without an id or with an unknown type are skipped.
 * @throws Error if it is not a JSON object with a list of sellers.
 */
export function parseSellersJson(text: string): SellersJson {
  const { sellers } = (JSON.parse(text) ?? {}) as { sellers?: unknown };
  if (!Array.isArray(sellers)) throw new Error("it has no list of sellers");
  const found: SellersJson = Object.create(null) as SellersJson;
  for (const entry of sellers.slice(0, maxDeclaredSellers)) {
    const { seller_id: id, seller_type: kind, domain } = (entry ?? {}) as Record<string, unknown>;
    const type = typeof kind === "string" ? kind.toLowerCase() : "";
    if ((typeof id !== "string" && typeof id !== "number") || !isType(type)) continue;
    found[String(id)] = { type, domain: typeof domain === "string" ? domain.toLowerCase().slice(0, 255) : "" };
  }
  return found;
}

const isType = (type: string): type is DeclaredSeller["type"] =>
  type === "publisher" || type === "intermediary" || type === "both";
