import { randomBytes } from "node:crypto";
import { openJsonFile } from "../json-file.ts";

/** An object of the API: its id, its type, and what Stripe's object of that type has. */
export type ApiObject = { id: string; object: string; created: number; [field: string]: unknown };
export type Kept = { hash: string; status: number; body: unknown };

type State = { objects: Record<string, ApiObject>; keys: Record<string, Kept> };

export type CardStore = ReturnType<typeof openCardStore>;

const mostKeys = 5000;

/** All objects by id, kept over a restart. */
export function openCardStore(file: string, now: () => Date = () => new Date()) {
  const { state, changed, flush } = openJsonFile<State>(file, { objects: {}, keys: {} });
  return {
    flush,
    now: () => Math.floor(now().getTime() / 1000),
    newId: (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`,
    put<Item extends ApiObject>(object: Item): Item {
      state.objects[object.id] = object;
      changed();
      return object;
    },
    find: (id: string): ApiObject | null => state.objects[id] ?? null,
    list: (object: string): ApiObject[] =>
      Object.values(state.objects)
        .filter((each) => each.object === object)
        .reverse(),
    keptAnswer: (key: string): Kept | null => state.keys[key] ?? null,
    keepAnswer(key: string, answer: Kept): void {
      state.keys[key] = answer;
      const keys = Object.keys(state.keys);
      if (keys.length > mostKeys) delete state.keys[keys[0] as string];
      changed();
    },
  };
}

/** Shaped as Stripe's errors are. */
export class CardError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };
  constructor(
    status: number,
    error: { type: string; message: string; code?: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export const missingObject = (object: string, id: string, param = "id") =>
  new CardError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  });
export const badParam = (param: string, message: string) =>
  new CardError(400, { type: "invalid_request_error", code: "parameter_invalid", message, param });
