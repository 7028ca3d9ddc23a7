import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** State kept in one JSON file, written shortly after a change: a restart of the sandbox forgets nothing. */
export function openJsonFile<State>(file: string, empty: State): { state: State; changed(): void; flush(): void } {
  mkdirSync(path.dirname(file), { recursive: true });
  const state: State = existsSync(file) ? { ...empty, ...(JSON.parse(readFileSync(file, "utf8")) as State) } : empty;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  };
  return {
    state,
    changed() {
      timer ??= setTimeout(flush, 200);
    },
    flush,
  };
}
