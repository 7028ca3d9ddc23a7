import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const here = import.meta.dirname;
/** The compiled sources of the package, in which the adapter's neighbors have the paths of a Prebid.js checkout. */
const compiled = path.join(path.dirname(fileURLToPath(import.meta.resolve("prebid.js"))), "..");

/** Resolves the adapter's imports as if it were in the folder `modules` of a Prebid.js checkout. */
const asInCheckout: Plugin = {
  name: "prebid-checkout",
  resolveId: (source, importer) =>
    importer === path.join(here, "modules/litfassBidAdapter.js") && source.startsWith("../")
      ? path.join(compiled, source.slice(3))
      : undefined,
};

const entry = "prebid-test-page";
const modules = ["consentManagementTcf", "consentManagementGpp", "consentManagementUsp", "priceFloors", "currency"];

/** Prebid.js with the adapter and the modules for consent, floors and currencies: one script for a page. */
export async function bundlePrebid(): Promise<string> {
  const source = [
    'import pbjs from "prebid.js";',
    `import ${JSON.stringify(path.join(here, "modules/litfassBidAdapter.js"))};`,
    ...modules.map((name) => `import "prebid.js/modules/${name}.js";`),
    "pbjs.processQueue();",
  ].join("\n");
  const page: Plugin = {
    name: "prebid-page",
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? source : undefined),
  };
  const built = await build({
    root: here,
    configFile: false,
    logLevel: "error",
    plugins: [page, asInCheckout],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      rolldownOptions: { input: entry, output: { format: "iife", name: "prebidPage" } },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !("output" in bundle)) throw new Error("Prebid.js was not built");
  return bundle.output[0].code;
}
