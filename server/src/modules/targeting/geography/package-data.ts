import { createRequire } from "node:module";

/**
 * The data that a package exports. Node would hold it for the life of the process; the caller copies what it needs, so
 * the modules that this loads are taken out of Node's cache again.
 */
export function readPackageData<Data>(name: string): Data {
  const require = createRequire(import.meta.url);
  const loaded = new Set(Object.keys(require.cache));
  const data = require(name) as Data;
  for (const file of Object.keys(require.cache)) if (!loaded.has(file)) delete require.cache[file];
  return data;
}
