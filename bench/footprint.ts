import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { newInstallation } from "../tests/support/installation.ts";
import { barsExitCode, tellBar } from "./bars.ts";

/**
 * A whole demo with its traffic and nobody who looks at it: how long its first start takes, and by the minute its memory and
 * CPU time. `BENCH_MINUTES=120` shows whether memory stays flat.
 */
const minutes = Math.max(5, Number(process.env.BENCH_MINUTES ?? 10));
/** The first minutes are shown, but not those of a demo at rest: code is compiled and caches fill. */
const settlingMinutes = 3;
const ticksPerSecond = 100;

/** What all processes of a tree use. `pssMb` shares memory that several use, `ownMb` is what would grow. */
type Usage = { pssMb: number; ownMb: number; seconds: number };

type Process = { pid: number; parent: number; seconds: number };

function processes(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "";
    if (stat === "") return [];
    // The name of a program may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    // Its own time and that of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid: Number(name), parent, seconds: ticks / ticksPerSecond }];
  });
}

function treeOf(root: number): Process[] {
  const all = processes();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function usageOf(root: number): Usage {
  const usage = { pssMb: 0, ownMb: 0, seconds: 0 };
  for (const { pid, seconds } of treeOf(root)) {
    const memory = read(`/proc/${pid}/smaps_rollup`);
    usage.pssMb += megabytes(memory, "Pss");
    usage.ownMb += megabytes(memory, "Private_Dirty");
    usage.seconds += seconds;
  }
  return usage;
}

/** A process may end meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const megabytes = (memory: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(memory)?.[1] ?? 0) / 1024;

const mean = (values: number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

const place = await newInstallation();
const began = performance.now();
const run = place.start();
try {
  await run.ready();
  tellBar("first start", (performance.now() - began) / 1000, { most: 45 }, " s");
  const root = run.child.pid ?? 0;
  const own: number[] = [];
  const cpu: number[] = [];
  let most = 0;
  let before = usageOf(root);
  for (let minute = 1; minute <= minutes; minute++) {
    await wait(60_000);
    const now = usageOf(root);
    const percent = ((now.seconds - before.seconds) / 60) * 100;
    before = now;
    most = Math.max(most, now.pssMb);
    own.push(now.ownMb);
    cpu.push(percent);
    console.log(
      `minute ${minute}: ${now.pssMb.toFixed(0)} MB, ${now.ownMb.toFixed(0)} MB of them its own, ${percent.toFixed(1)}% of a core`,
    );
  }
  tellBar("memory of all processes", most, { most: 700 }, " MB");
  tellBar("CPU time at rest", mean(cpu.slice(settlingMinutes)), { most: 5 }, "% of a core");
  const settled = own.slice(settlingMinutes);
  const quarter = Math.ceil(settled.length / 4);
  if (quarter > 1) {
    const growth = mean(settled.slice(-quarter)) / mean(settled.slice(0, quarter)) - 1;
    tellBar("growth from the first to the last quarter", growth * 100, { most: 5 }, "%");
  }
} finally {
  run.child.kill("SIGTERM");
  await run.ended();
  place.remove();
}
process.exit(barsExitCode());
