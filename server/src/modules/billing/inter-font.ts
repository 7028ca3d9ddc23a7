import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

export type InterWeight = "400Regular" | "600SemiBold" | "700Bold";

/** One weight of Inter as a TrueType file. */
export const interFont = (weight: InterWeight): Buffer =>
  readFileSync(resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));
