/** The maximum gzipped JavaScript that a browser fetches until the dashboard shows its figures. */
export const maxFirstLoadBytes = 180_000;

/** The maximum number of scripts that a screen needs before it can be drawn: each costs a round trip on a slow line. */
export const maxScripts = 16;

/** Each file with its static imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** These files and all their static imports, without duplicates. Dynamic imports are not included. */
export function withImports(starts: readonly string[], imports: Imports): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const each of imports.get(file) ?? []) add(each);
  };
  for (const each of starts) add(each);
  return [...found];
}

export type FirstLoad = { language: string; files: readonly { name: string; bytes: number }[] };

/** The report on one language's first load, and whether it is within the budget. */
export function verdictOf({ language, files }: FirstLoad): { fits: boolean; text: string } {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const fits = bytes <= maxFirstLoadBytes;
  const text = `first load (${language}): ${bytes} of ${maxFirstLoadBytes} bytes gzipped in ${files.length} files`;
  const largest = [...files].sort((a, b) => b.bytes - a.bytes).map(({ name, bytes: each }) => `${each} ${name}`);
  return { fits, text: fits ? text : [text, ...largest].join("\n") };
}

/** The screens that load more than {@link maxScripts} scripts, largest first, one per line; null if there are none. */
export function tooManyScripts(scripts: ReadonlyMap<string, number>): string | null {
  const over = [...scripts].filter(([, count]) => count > maxScripts).sort((a, b) => b[1] - a[1]);
  return over.length === 0
    ? null
    : over.map(([name, count]) => `${name}: ${count} of ${maxScripts} scripts`).join("\n");
}
