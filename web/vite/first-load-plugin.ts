import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { firstScreen } from "./chunks.ts";
import { tooManyScripts, verdictOf, withImports } from "./first-load.ts";

/** The languages with catalogs. */
const languages = readdirSync(new URL("../src/i18n/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** The catalogs used by the shell and the dashboard. */
const catalogs = ["ui", "shell", "reporting"];

/**
 * Fails the build if the first load of the dashboard is too large in any language, or if a screen needs too many
 * scripts; otherwise prints the size.
 */
export function firstLoadPlugin(): Plugin {
  return {
    name: "litfass-first-load",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === "chunk");
      const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      const fileOf = (module: string): string => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
        return chunk?.fileName ?? this.error(`No chunk begins with ${module}: the first load cannot be measured`);
      };
      const app = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      for (const language of languages) {
        const texts = catalogs.map((each) => fileOf(`i18n/${language}/${each}.json`));
        const names = withImports([...app, fileOf(firstScreen), ...texts], imports);
        const files = names.map((name) => {
          const { length: bytes } = gzipSync(readFileSync(path.join(dir, name)), { level: 9 });
          return { name, bytes };
        });
        const { fits, text } = verdictOf({ language, files });
        if (!fits) this.error(text);
        this.info(text);
      }
      const screens = chunks.flatMap(({ isDynamicEntry, facadeModuleId, fileName }) => {
        const screen = isDynamicEntry && facadeModuleId?.split("/src/features/")[1];
        return screen ? [[screen, withImports([...app, fileName], imports).length] as const] : [];
      });
      const problem = tooManyScripts(new Map(screens));
      if (problem) this.error(problem);
    },
  };
}
