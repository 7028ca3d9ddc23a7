/** A file and what it imports: paths from the project's root, in POSIX spelling. */
export type SourceFile = {
  path: string;
  lines: number;
  imports: Import[];
  /** Where it first opens a transaction; null where it opens none. */
  transactionLine: number | null;
};
/** `target` is a file of the project, or null for a package. A `lazy` import is loaded when it is asked for. */
export type Import = { specifier: string; target: string | null; lazy: boolean; line: number };
export type Violation = { path: string; line: number; rule: string };

export const maxSourceLines = 400;
export const maxTestLines = 600;

const isTestFile = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** A test, or what tests of a room share: `testing-….ts`. */
const isTest = (path: string): boolean => isTestFile(path) || /\/testing-[a-z0-9-]+\.tsx?$/.test(path);

/** The layer of a server file, lowest first: each may use those below it. */
const serverLayers = ["platform", "room", "processes"] as const;
type Place =
  | { area: "contract" }
  | { area: "server"; layer: (typeof serverLayers)[number] | "testing"; room: string }
  | { area: "web"; part: string; feature: string }
  | { area: "sandbox" }
  | { area: "other" };

/** Where in the house a file stands. */
export function placeOf(path: string): Place {
  const [top, source, part = "", name = ""] = path.split("/");
  if (top === "contract") return { area: "contract" };
  if (top === "sandbox") return { area: "sandbox" };
  if (top === "web")
    return { area: "web", part: source === "src" ? part : "", feature: part === "features" ? name : "" };
  if (top === "server" && source === "src") {
    if (part === "platform" || part === "processes" || part === "testing")
      return { area: "server", layer: part, room: "" };
    return { area: "server", layer: "room", room: part };
  }
  return { area: "other" };
}

/** What is wrong with one import, or null. */
export function importRule(from: string, { specifier, target }: Import): string | null {
  const here = placeOf(from);
  const workspace = /^@litfass\/(server|web|sandbox)\b/.exec(specifier)?.[1];
  if (workspace) return `${workspace} is not imported by its package name`;
  if (target === null) return null;
  const there = placeOf(target);
  if (isTest(target) && !isTest(from) && here.area !== "other" && !isTestingFolder(here)) {
    return "only tests use what belongs to tests";
  }
  if (there.area === "sandbox" && here.area !== "sandbox" && here.area !== "other") return "nothing imports sandbox";
  if (here.area === "sandbox" && there.area !== "sandbox" && there.area !== "contract") {
    return "sandbox imports nothing of server or web";
  }
  if (here.area === "contract" && there.area !== "contract") return "contract imports nothing of the other packages";
  if (here.area === "web" && there.area === "server") return "web knows the server by the contract alone";
  if (here.area === "server" && there.area === "web") return "server does not import web";
  if (here.area === "server" && there.area === "server") return serverRule(from, here, target, there);
  if (here.area === "web" && there.area === "web") return webRule(from, here, there);
  return null;
}

type ServerPlace = Extract<Place, { area: "server" }>;
type WebPlace = Extract<Place, { area: "web" }>;

const isTestingFolder = (place: Place): boolean => place.area === "server" && place.layer === "testing";

function serverRule(from: string, here: ServerPlace, target: string, there: ServerPlace): string | null {
  if (there.layer === "testing") {
    return isTest(from) || here.layer === "testing" ? null : "only tests use server/src/testing";
  }
  if (here.layer === "testing" || isTest(from)) return null;
  if (serverLayers.indexOf(there.layer) > serverLayers.indexOf(here.layer)) {
    return `${here.layer} does not import ${there.layer}`;
  }
  if (there.layer !== "room" || here.room === there.room) return null;
  if (target !== `server/src/${there.room}/index.ts`) return `${there.room} is used through its index.ts only`;
  return null;
}

function webRule(from: string, here: WebPlace, there: WebPlace): string | null {
  if (isTest(from)) return null;
  if (here.feature && there.feature && here.feature !== there.feature) return "features do not import each other";
  const low = here.part === "ui" || here.part === "i18n";
  if (low && (there.part === "features" || there.part === "app" || there.part === "site")) {
    return `${here.part} does not import ${there.part}`;
  }
  if (here.part === "features" && there.part === "app" && !from.includes("/app/")) return "features do not import app";
  return null;
}

/** web/src/ui shows what it is given. */
const fetching = /^(@tanstack\/react-query|virtual:endpoints)$/;
export const uiFetchRule = (from: string, specifier: string): string | null =>
  placeOf(from).area === "web" && from.startsWith("web/src/ui/") && fetching.test(specifier)
    ? "ui fetches no data"
    : null;

/** The length of a file, or null where it is in order. */
export function lengthRule({ path, lines }: SourceFile): string | null {
  const most = isTestFile(path) ? maxTestLines : maxSourceLines;
  return lines > most ? `${lines} lines, at most ${most}: split it by verb or noun` : null;
}

/** Circles of imports, those of types included, each told once, at its first file. A lazy import closes none. */
export function circlesOf(files: SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, "open" | "done">();
  const found: Violation[] = [];
  const visit = (file: SourceFile, trail: string[]): void => {
    state.set(file.path, "open");
    for (const { target, lazy, line } of file.imports) {
      const next = lazy || target === null ? undefined : byPath.get(target);
      if (!next) continue;
      if (state.get(next.path) === "open") {
        const circle = [...trail, file.path].slice([...trail, file.path].indexOf(next.path));
        found.push({ path: file.path, line, rule: `circle: ${[...circle, next.path].join(" → ")}` });
      } else if (!state.has(next.path)) visit(next, [...trail, file.path]);
    }
    state.set(file.path, "done");
  };
  for (const file of files) if (!state.has(file.path)) visit(file, []);
  return found;
}

const opensForAll = "server/src/platform/command/execute.ts";

/**
 * Only the executor of commands opens writing transactions. `listed` are the files that still do so themselves: one that does
 * not any more must leave the list, so that the list only shrinks.
 */
export function transactionViolations(files: SourceFile[], listed: readonly string[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const opening = files.filter(
    ({ path, transactionLine }) =>
      transactionLine !== null &&
      path.startsWith("server/src/") &&
      !path.startsWith("server/src/testing/") &&
      path !== opensForAll &&
      !isTest(path),
  );
  const unlisted = opening.filter(({ path }) => !listed.includes(path));
  const idle = listed.filter((path) => byPath.get(path)?.transactionLine == null);
  return [
    ...unlisted.map(({ path, transactionLine }) => ({
      path,
      line: transactionLine ?? 1,
      rule: "opens a transaction: make the change a command (server/src/platform/command)",
    })),
    ...idle.map((path) => ({ path, line: 1, rule: "opens no transaction any more: take it off the list" })),
  ];
}

/** Everything that is wrong with the files, whose transactions `listed` names. */
export function violationsOf(files: SourceFile[], listed: readonly string[] = []): Violation[] {
  const single = files.flatMap((file) => {
    const length = lengthRule(file);
    const wrong: Violation[] = length ? [{ path: file.path, line: 1, rule: length }] : [];
    for (const one of file.imports) {
      const rule = importRule(file.path, one) ?? uiFetchRule(file.path, one.specifier);
      if (rule) wrong.push({ path: file.path, line: one.line, rule: `${rule} (${one.specifier})` });
    }
    return wrong;
  });
  return [...single, ...circlesOf(files), ...transactionViolations(files, listed)];
}
