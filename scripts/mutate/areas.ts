import { isTestCode } from "../sources/parsed-file.ts";

/** Code where a mistake costs money or leaks data: the folders and files of each area. */
export const areas: Record<string, RegExp> = {
  ledger: /^server\/src\/modules\/billing\/ledger\//,
  orders: /^server\/src\/modules\/billing\/orders\//,
  payments: /^server\/src\/modules\/billing\/(payments|transactions)\//,
  permissions: /^contract\/src\/kernel\/(who|roles?|endpoint)[a-z-]*\.ts$|^platform\/src\/http\/mount[a-z-]*\.ts$/,
  matching: /^adserver\/src\/auction\/(campaign-index|eligibility)\//,
  pacing: /^adserver\/src\/auction\/pacing\//,
  counting: /^events\/src\/(intake|journal)\//,
  connections: /^server\/src\/modules\/connections\//,
};

export const areaOfMutation = (path: string): string | undefined =>
  isTestCode(path) || !path.endsWith(".ts") ? undefined : Object.keys(areas).find((name) => areas[name]?.test(path));
