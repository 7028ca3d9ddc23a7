import { readFileSync } from "node:fs";
import path from "node:path";
import stated from "./stated.json" with { type: "json" };

/** A package of the lockfile. Development packages are not part of an installation. */
export type LicensedPackage = { name: string; version: string; license: string | null; isDevelopment: boolean };

export const licensesPath = "docs/licences.md";

type Lockfile = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean; resolved?: string }>;
};

/** The packages of the lockfile, each version once, by name. */
export function packagesOf(root: string): LicensedPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lockfile;
  const found = new Map<string, LicensedPackage>();
  for (const [place, { version = "", license, dev = false, link }] of Object.entries(packages)) {
    const name = place.split("node_modules/").at(-1) ?? "";
    if (!place.includes("node_modules/") || link) continue;
    const key = `${name} ${version}`;
    const isDevelopment = dev && (found.get(key)?.isDevelopment ?? true);
    found.set(key, { name, version, license: license ?? licenseText(name), isDevelopment });
  }
  return [...found.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

/** The license that a package states only in its text, as read by a person. */
const licenseText = (name: string): string | null => (stated as Record<string, string>)[name] ?? null;

// The LGPL permits use as a library, which its packages here are (libvips): only GPL and AGPL themselves are refused.
const refused = /(?<!L)GPL|SSPL|BUSL|NonCommercial|CC-BY-NC|UNLICENSED|SEE LICENSE/i;

/** Packages without a license, and packages whose license does not permit the use here: one line each. */
export const licenseProblems = (packages: LicensedPackage[]): string[] =>
  packages.flatMap(({ name, version, license }) => {
    if (license === null) return [`${name} ${version} states no license`];
    // Of several offered ones, one that is permitted suffices.
    const choices = license.split(/\bOR\b/);
    return choices.every((choice) => refused.test(choice)) ? [`${name} ${version} is under ${license}`] : [];
  });

/** The page with every package of an installation by license, and the number of the development packages. */
export function licensesPage(packages: LicensedPackage[]): string {
  const shipped = packages.filter(({ isDevelopment }) => !isDevelopment);
  const byLicense = new Map<string, string[]>();
  for (const { name, version, license } of shipped) {
    const key = license ?? "none";
    byLicense.set(key, [...(byLicense.get(key) ?? []), `${name} ${version}`]);
  }
  const groups = [...byLicense].sort(([a], [b]) => (a < b ? -1 : 1));
  return `# Licenses

Litfass is under the Apache License 2.0. \`npm run licenses\` writes this page from \`package-lock.json\`; a test fails if it is
outdated, if a package states no license, or if one is under the GPL, the AGPL or a license that restricts use.

An installation has ${shipped.length} packages, some of them for other operating systems only. Another ${packages.length - shipped.length} are used for building and testing.
Fonts are under the SIL Open Font License 1.1. Maps are from Natural Earth (public domain), categories from the IAB Technology
Laboratory (CC BY 3.0), places and Swiss zip codes from GeoNames (CC BY 4.0 and 3.0).

${groups.map(([license, names]) => `## ${license}\n\n${names.map((name) => `- ${name}`).join("\n")}\n`).join("\n")}`;
}
