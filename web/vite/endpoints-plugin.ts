import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

const name = "virtual:endpoints";
const resolved = `\0${name}`;
const folder = fileURLToPath(new URL("../../contract/src/", import.meta.url));
const appFolder = fileURLToPath(new URL("../src/", import.meta.url));

type Endpoint = { method: string; path: string; who: { kind: string; roles?: Record<string, unknown> } };
type Contract = { endpoints: Record<string, Endpoint> };

/**
 * Exposes only method, path and callers of endpoints to the browser, so that schemas, and with them Zod, stay out of the
 * first load. Endpoints share few sets of callers: each set is sent once. A build has only the endpoints that the app's
 * sources name; the development server has all, because sources change.
 */
export function endpointsPlugin(): Plugin {
  let isBuild = false;
  return {
    name: "litfass-endpoints",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return;
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (file.endsWith(".ts") && !file.endsWith(".test.ts")) this.addWatchFile(folder + file);
      }
      // Read on every load: Node would cache the first version of each file.
      const { module } = await runnerImport<Contract>(`${folder}index.ts`);
      const sets = new Map<string, number>();
      const isNamed = isBuild ? namedInApp() : () => true;
      const named = Object.entries(module.endpoints).filter(([each]) => isNamed(each));
      const table = named.map(([each, { method, path, who }]) => {
        const roles = JSON.stringify(who.roles ? Object.keys(who.roles) : "everyone");
        const set = sets.get(roles) ?? sets.size;
        sets.set(roles, set);
        return [each, [method, path, set]];
      });
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(table))};
        export const callers = [${[...sets.keys()]}];`;
    },
  };
}

/** Whether a string of the app's sources is this name. */
function namedInApp(): (name: string) => boolean {
  const sources = readdirSync(appFolder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const strings = sources.flatMap((file) => readFileSync(appFolder + file, "utf8").match(/"[a-zA-Z]+"/g) ?? []);
  const names = new Set(strings.map((each) => each.slice(1, -1)));
  return (name) => names.has(name);
}
