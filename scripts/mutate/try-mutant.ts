import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, test, vi } from "vitest";
import { activate } from "./active-mutant.ts";

/** One run of a test file. A mutant that is effective while modules load needs fresh copies of them (`reload`). */
export type Trial = { id: number; key: string; test: string; reload: boolean; hits?: string };

const testTimeout = 30_000;
const hookTimeout = 60_000;

const holder = globalThis as { litfassFound?: Set<number>; litfassReload?: string | undefined };
if (!holder.litfassFound) {
  const own = pathToFileURL(`${process.cwd()}/`).href;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { litfassReload: key } = holder;
      const isOwn = resolved.url.startsWith(own) && !/node_modules|scripts\/mutate|\?/.test(resolved.url);
      return key && isOwn && /\.ts$/.test(resolved.url)
        ? { ...resolved, url: `${resolved.url}?copy=${key}` }
        : resolved;
    },
  });
}
holder.litfassFound ??= new Set();
const found = holder.litfassFound;

/**
 * Runs the tests of a file with a mutant until one fails; nothing if another file has already detected it.
 * @public called by the files of trials
 */
export async function tryMutant({ id, key, test: file, reload, hits }: Trial): Promise<void> {
  if (found.has(id)) {
    test("already found", () => {});
    return;
  }
  let isFound = false;
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  const finish = (): void => {
    activate(0);
    holder.litfassReload = undefined;
    process.off("unhandledRejection", note);
  };
  process.on("unhandledRejection", note);
  vi.setConfig({ testTimeout, hookTimeout });
  activate(id, hits && `${hits}.load`);
  holder.litfassReload = reload ? key : undefined;
  afterAll(() => {
    finish();
    if (id > 0 && unhandled.length > 0) throw new Error(`Unhandled: ${String(unhandled[0])}`);
  });
  beforeEach(({ skip }) => {
    if (isFound) skip();
  });
  afterEach(({ task }) => {
    if (id === 0 || task.result?.state !== "fail") return;
    isFound = true;
    found.add(id);
  });
  try {
    await import(`${pathToFileURL(file).href}?trial=${key}`);
    activate(id, hits);
  } catch (error) {
    finish();
    throw error;
  }
}
