/** A storage of the browser that all tabs share, and how often it is polled for session changes (CONST-046). */
export type MarkerStore = {
  pollMs: number;
  /** The browser lets this page use it. */
  isUsable(): boolean;
  read(): Promise<string | null>;
  write(marker: string): Promise<void>;
};

const key = "sessionChangedAt";

export const localMarker: MarkerStore = {
  pollMs: 1000,
  isUsable() {
    try {
      localStorage.getItem(key);
      return true;
    } catch {
      return false;
    }
  },
  read: async () => localStorage.getItem(key),
  write: async (marker) => localStorage.setItem(key, marker),
};

const database = "litfass";
const table = "session";

export const indexedMarker: MarkerStore = {
  pollMs: 800,
  isUsable: () => "indexedDB" in globalThis,
  read: async () => {
    const found: unknown = await inTable("readonly", (rows) => rows.get(key));
    return typeof found === "string" ? found : null;
  },
  write: async (marker) => {
    await inTable("readwrite", (rows) => rows.put(marker, key));
  },
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
