// Node parses a package's whole `exports` at each import of and within it. Those of drizzle-orm are 179 KB for more
// than 300 imports: a quarter of the time that a process takes to load. Preloaded by NODE_OPTIONS, before anything else.
import * as modules from "node:module";

const name = "drizzle-orm";
const folder = `/node_modules/${name}/`;
/** What importers outside the package asked for; npm installs one version for all workspaces. */
const found = new Map();

// Programs that a process starts may run with an older Node.
modules.registerHooks?.({
  resolve(specifier, context, next) {
    if (specifier.startsWith(".")) {
      const parent = context.parentURL;
      const isInside = parent?.includes(folder) && parent.endsWith(".js") && context.conditions.includes("import");
      if (!isInside) return next(specifier, context);
      return { url: new URL(specifier, parent).href, format: "module", shortCircuit: true };
    }
    if (!specifier.startsWith(name) || !context.conditions.includes("import")) return next(specifier, context);
    const known = found.get(specifier);
    if (known) return { ...known, shortCircuit: true };
    const resolved = next(specifier, context);
    found.set(specifier, { url: resolved.url, format: "module" });
    return resolved;
  },
});
