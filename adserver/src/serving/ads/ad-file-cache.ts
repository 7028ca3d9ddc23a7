export type AdFile = {
  contentType: string;
  body: Buffer;
  /** The path of an uploaded banner's document in its folder; absent for files that stand alone. */
  page?: string;
  /** The body is gzipped. */
  isGzipped?: boolean;
  /** The document of a third-party tag, with macros. */
  isThirdParty?: boolean;
};

/**
 * An LRU cache of files by bytes, by hash or by hash and path; concurrent misses share one load. Own code, because small
 * LRU libraries bound the number of entries and not their bytes, and a Map keeps the order already.
 */
export function cachedAdFiles(
  load: (hash: string) => Promise<AdFile | null>,
  maxBytes = 128 * 1024 * 1024,
): (hash: string) => Promise<AdFile | null> {
  const files = new Map<string, AdFile>();
  const loading = new Map<string, Promise<AdFile | null>>();
  let bytes = 0;
  const keep = (hash: string, file: AdFile): void => {
    if (file.body.length > maxBytes / 8) return;
    files.set(hash, file);
    bytes += file.body.length;
    for (const [oldHash, old] of files) {
      if (bytes <= maxBytes) break;
      files.delete(oldHash);
      bytes -= old.body.length;
    }
  };
  return async (hash) => {
    const known = files.get(hash);
    if (known !== undefined) {
      files.delete(hash);
      files.set(hash, known);
      return known;
    }
    let pending = loading.get(hash);
    if (pending === undefined) {
      pending = load(hash).finally(() => loading.delete(hash));
      loading.set(hash, pending);
      const file = await pending;
      if (file !== null) keep(hash, file);
      return file;
    }
    return pending;
  };
}
