import type { SourceFile } from "./source-file.ts";
import type { Violation } from "./violation.ts";
import { reachedImports } from "./worker-only.ts";

/** Large packages that a start does not need: hundreds of modules, each about a millisecond of CPU time. */
const inApi =
  /^(?:stripe|sharp|css-tree|nodemailer|fontkit|hyphen|@iabgpp\/.+|@iabtcf\/.+|@aws-sdk\/.+|@opentelemetry\/(?:sdk|exporter).*)(?:\/|$)/;
/** The process that starts the others waits for most of its life. */
const inSupervisor = /^(?:fastify|jose|rate-limiter-flexible|@clickhouse\/client)$/;

const entries: [entry: string, packages: RegExp][] = [
  ["server/src/processes/api.ts", inApi],
  ["scripts/start.ts", inSupervisor],
];

/** Imports that load such a package at the start of a process, instead of at its first use. */
export const onDemandViolations = (files: SourceFile[]): Violation[] =>
  entries.flatMap(([entry, packages]) =>
    reachedImports(
      files,
      entry,
      (specifier) =>
        packages.test(specifier) ? `${entry} loads ${specifier} at its first use, not at its start` : null,
      false,
    ),
  );
