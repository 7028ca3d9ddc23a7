import { invalidRequest } from "./card-error.ts";
import type { CardStore } from "./card-store.ts";
import type { Answer } from "./cards.ts";
import { lineItemList } from "./checkout/line-items.ts";

const deepest = 4;

/** Parts that are omitted unless expanded. */
const included: Record<string, (store: CardStore, id: string) => Answer> = {
  "checkout.session line_items": lineItemList,
  "charge refunds": (store, id) => ({
    object: "list",
    ...store.list("refund", { limit: 10 }, (one) => one.charge === id),
    url: `/v1/charges/${id}/refunds`,
  }),
};

/** Replaces ids by whole objects, as in `expand[]`. @throws CardError for an invalid path. */
export function expanded(store: CardStore, answer: Answer, paths: string[]): Answer {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > deepest) {
      const message = "You cannot expand more than 4 levels of a property.";
      throw invalidRequest(message, "expand", "property_expansion_max_depth");
    }
    expandAt(store, copy, steps, path);
  }
  return copy;
}

function expandAt(store: CardStore, at: Record<string, unknown>, steps: string[], path: string): void {
  const [step = "", ...rest] = steps;
  const include = included[`${at.object} ${step}`];
  if (include !== undefined && !(step in at)) at[step] = include(store, String(at.id));
  const value = at[step];
  if (Array.isArray(value)) {
    for (const entry of value) expandAt(store, entry as Record<string, unknown>, rest, path);
    return;
  }
  if (!Object.hasOwn(at, step)) throw invalidRequest(`This property cannot be expanded (${path}).`, "expand");
  if (value === null) return;
  const whole = typeof value === "string" ? store.find(value) : (value as Record<string, unknown>);
  if (typeof whole !== "object") throw invalidRequest(`This property cannot be expanded (${path}).`, "expand");
  at[step] = whole;
  if (rest.length > 0) expandAt(store, whole, rest, path);
}
