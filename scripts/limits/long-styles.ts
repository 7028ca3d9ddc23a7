import type { Hit, ProjectFile } from "../sources/parsed-file.ts";

export const maxStyleLines = 250;

/** Style sheets that are too long. */
export function longStyles(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path }) => path.endsWith(".css"))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > maxStyleLines)
    .map(({ path, lines }) => ({ path, line: 1, text: `${lines} lines` }));
}
