import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

const name = "virtual:endpoints";
const resolved = `\0${name}`;
const folder = fileURLToPath(new URL("../../contract/src/", import.meta.url));

type Contract = { endpoints: Record<string, { method: string; path: string }> };

/**
 * Exposes only method and path of every endpoint to the browser, so that schemas, and with them Zod, stay out of the
 * first load.
 */
export function endpointsPlugin(): Plugin {
  return {
    name: "litfass-endpoints",
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return;
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (file.endsWith(".ts") && !file.endsWith(".test.ts")) this.addWatchFile(folder + file);
      }
      // Read on every load: Node would cache the first version of each file.
      const { module } = await runnerImport<Contract>(`${folder}index.ts`);
      const table = Object.fromEntries(
        Object.entries(module.endpoints).map(([each, { method, path }]) => [each, [method, path]]),
      );
      return `export const endpoints = ${JSON.stringify(table)};`;
    },
  };
}
