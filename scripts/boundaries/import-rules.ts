import type { Import } from "./source-file.ts";

/** The packages of the repository and what each may import. */
const packages: Record<string, readonly string[]> = {
  contract: [],
  banner: ["contract"],
  platform: ["contract"],
  events: ["contract", "platform"],
  adserver: ["contract", "platform", "events"],
  server: ["contract", "banner", "platform", "events", "adserver"],
  web: ["contract", "banner"],
  sandbox: [],
};

/** Layers of a package from the lowest; a file may import its own layer and those below it. */
const layers: Record<string, readonly string[]> = {
  server: ["modules", "processes"],
};

const isTestFile = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** A test, or code shared by tests: `testing-….ts` and the folders `testing/`. */
const isTest = (path: string): boolean =>
  isTestFile(path) || /\/testing-[a-z0-9-]+\.tsx?$/.test(path) || /\/src\/testing\//.test(path);

/** The entry point of a server module, or of a part with its own, for other modules. */
const isModuleEntry = (path: string): boolean => /^server\/src\/modules\/[^/]+\/(?:[^/]+\/)?index\.ts$/.test(path);

const packageOf = (path: string): string => path.split("/")[0] ?? "";
const partOf = (path: string): string => path.split("/")[2] ?? "";
const moduleOf = (path: string): string | null => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;

/** The violation of one import, or null. */
export function importRule(from: string, { specifier, target }: Import): string | null {
  const here = packageOf(from);
  if (/^@litfass\/(server|web|sandbox)\b/.test(specifier)) {
    return `${specifier.split("/")[1]} is not imported by its package name`;
  }
  const pure = isTest(from) ? undefined : pureFolders.find(({ folder }) => from.startsWith(folder));
  if (pure) {
    const impure = pureImportRule(pure, specifier, target);
    if (impure) return impure;
  }
  if (from.startsWith("web/src/ui/") && /^(@tanstack\/react-query|virtual:endpoints)$/.test(specifier)) {
    return "ui fetches no data";
  }
  if (target === null || !(here in packages)) return null;
  if (isTest(from)) return packageOf(target) === "sandbox" && here !== "sandbox" ? "nothing imports sandbox" : null;
  if (isTest(target)) return "only tests import test support";
  const there = packageOf(target);
  if (there !== here) return packages[here]?.includes(there) ? null : `${here} does not import ${there}`;
  if (here === "server") return serverRule(from, target);
  if (here === "web") return webRule(from, target);
  return null;
}

type PureFolder = { name: string; folder: string; may: RegExp; only: string };

/** Folders of pure code: no database, socket, file, timer, or other part of the process. */
const pureFolders: PureFolder[] = [
  {
    name: "the auction",
    folder: "adserver/src/auction/",
    may: /^(?:adserver\/src\/(?:auction|kernel)\/|contract\/src\/|platform\/src\/(?:clock|random)\.ts$)/,
    only: "the auction, the kernel, the contract, clock and random",
  },
  {
    name: "the kernel",
    folder: "adserver/src/kernel/",
    may: /^(?:adserver\/src\/kernel\/|contract\/src\/)/,
    only: "the kernel and the contract",
  },
];

function pureImportRule({ name, may, only }: PureFolder, specifier: string, target: string | null): string | null {
  if (specifier.startsWith("node:")) return `${name} imports no Node module`;
  if (target === null) return `${name} imports no package`;
  return may.test(target) ? null : `${name} imports only ${only}`;
}

function serverRule(from: string, target: string): string | null {
  const order = layers.server ?? [];
  const [here, there] = [order.indexOf(partOf(from)), order.indexOf(partOf(target))];
  if (here >= 0 && there > here) return `${partOf(from)} does not import ${partOf(target)}`;
  const module = moduleOf(target);
  if (module === null || module === moduleOf(from) || isModuleEntry(target)) return null;
  return `${module} is imported through its index.ts only`;
}

function webRule(from: string, target: string): string | null {
  const [part, feature] = [partOf(from), from.split("/")[3]];
  const [otherPart, otherFeature] = [partOf(target), target.split("/")[3]];
  if (part === "features" && otherPart === "features" && feature !== otherFeature) {
    return "features do not import each other";
  }
  if ((part === "ui" || part === "i18n") && (otherPart === "features" || otherPart === "app")) {
    return `${part} does not import ${otherPart}`;
  }
  if (part === "features" && otherPart === "app") return "features do not import app";
  return null;
}
