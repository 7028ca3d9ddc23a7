import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { missing } from "./card-error.ts";

/** Any of the processor's objects. */
export type CardObject = { id: string; object: string; created: number; [field: string]: unknown };

export type ListQuery = { limit: number; startingAfter?: string | undefined; endingBefore?: string | undefined };

export type CardStore = {
  /** Stores a new object; `created` and `object` are set. */
  add<T extends object>(object: string, id: string, fields: T): CardObject & T;
  save(object: CardObject): void;
  remove(id: string): void;
  find(id: string): CardObject | undefined;
  /** @throws CardError resource_missing. */
  get(object: string, id: string, param?: string): CardObject;
  /** Newest first. */
  list(
    object: string,
    query: ListQuery,
    matches?: (object: CardObject) => boolean,
  ): { data: CardObject[]; has_more: boolean };
  /** "pi_" and 24 letters and digits. */
  newId(prefix: string, length?: number): string;
  seconds(): number;
  /** Atomic. */
  transaction<T>(work: () => T): T;
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The processor's objects, as JSON in one table. */
export function cardStore(database: DatabaseSync, clock: Clock): CardStore {
  database.exec(`create table if not exists card_objects (
    sequence integer primary key autoincrement, id text not null unique, object text not null, body text not null);
    create index if not exists card_objects_by_object on card_objects (object, sequence)`);
  const insert = database.prepare("insert into card_objects (id, object, body) values (?, ?, ?)");
  const update = database.prepare("update card_objects set body = ? where id = ?");
  const erase = database.prepare("delete from card_objects where id = ?");
  const one = database.prepare("select body, sequence from card_objects where id = ?");
  const before = database.prepare(
    "select body from card_objects where object = ? and sequence < ? order by sequence desc",
  );
  const after = database.prepare("select body from card_objects where object = ? and sequence > ? order by sequence");
  const parse = (row: unknown): CardObject => JSON.parse((row as { body: string }).body);
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  let depth = 0;

  const store: CardStore = {
    add(object, id, fields) {
      const made = { id, object, created: seconds(), ...fields };
      insert.run(id, object, JSON.stringify(made));
      return made;
    },
    save: (object) => void update.run(JSON.stringify(object), object.id),
    remove: (id) => void erase.run(id),
    find(id) {
      const row = one.get(id);
      return row === undefined ? undefined : parse(row);
    },
    get(object, id, param) {
      const found = store.find(id);
      if (found?.object !== object) throw missing(object.replace(".", " "), id, param);
      return found;
    },
    list(object, { limit, startingAfter, endingBefore }, matches = () => true) {
      const edge = startingAfter ?? endingBefore;
      const sequence =
        edge === undefined ? Number.MAX_SAFE_INTEGER : Number((one.get(edge) as { sequence: number })?.sequence ?? 0);
      const rows = endingBefore === undefined ? before : after;
      const data: CardObject[] = [];
      for (const row of rows.iterate(object, sequence)) {
        const entry = parse(row);
        if (!matches(entry)) continue;
        if (data.length === limit) return { data: endingBefore ? data.reverse() : data, has_more: true };
        data.push(entry);
      }
      return { data: endingBefore ? data.reverse() : data, has_more: false };
    },
    newId(prefix, length = 24) {
      let id = prefix;
      for (const byte of randomBytes(length)) id += letters[byte % letters.length];
      return id;
    },
    seconds,
    transaction(work) {
      if (depth > 0) return work();
      depth += 1;
      database.exec("begin immediate");
      try {
        const result = work();
        database.exec("commit");
        return result;
      } catch (error) {
        database.exec("rollback");
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
  return store;
}
