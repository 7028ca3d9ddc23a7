export type StoredFile = { body: Buffer; contentType: string; hash: string };

/** Uploaded and generated files. Keys are slash-separated names, like `invoices/2026/12.pdf`. */
export type FileStore = {
  /** Writes or replaces atomically. @returns the SHA-256 of the content. */
  put(key: string, body: Buffer, contentType: string): Promise<{ hash: string }>;
  /** @returns null if there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
};

const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** The key itself. @throws for one that could leave the store. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key) || key.length > 512) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  return key;
}
