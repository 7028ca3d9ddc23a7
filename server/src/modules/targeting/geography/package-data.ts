import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * The data that a package's module exports, by the module's URL. Node would hold it for the life of the process; the caller copies what it needs, so
 * the modules that this loads are taken out of Node's cache again.
 */
export function readPackageData<Data>(url: string): Data {
  const require = createRequire(import.meta.url);
  const loaded = new Set(Object.keys(require.cache));
  const data = require(fileURLToPath(url)) as Data;
  for (const file of Object.keys(require.cache)) if (!loaded.has(file)) delete require.cache[file];
  return data;
}
