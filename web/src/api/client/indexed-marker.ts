import type { MarkerStore } from "./session-watch.ts";

const database = "litfass";
const table = "session";
const key = "sessionChangedAt";

/** The marker in IndexedDB, for browsers that refuse local storage. */
export const indexedMarker: MarkerStore = {
  pollMs: 800,
  read: () => inTable<unknown>("readonly", (rows) => rows.get(key)),
  write: (marker) => inTable("readwrite", (rows) => rows.put(marker, key)),
};

async function inTable<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const open = await resultOf(opening);
  try {
    return await resultOf(work(open.transaction(table, mode).objectStore(table)));
  } finally {
    open.close();
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB refused the request"));
  });
