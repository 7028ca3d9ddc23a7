import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const compressible = /\.(js|css|html|svg|json)$/;
const leastBytes = 1024;

/** Writes `.br` and `.gz` next to every text file of the build, so that the server need not compress. */
export function precompressPlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "litfass-precompress",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle() {
      const folder = path.resolve(config.root, config.build.outDir);
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!compressible.test(name)) continue;
        const file = path.join(folder, name);
        const body = readFileSync(file);
        if (body.length < leastBytes) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
