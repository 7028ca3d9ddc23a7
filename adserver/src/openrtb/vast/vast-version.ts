/** Documents that are written, the newest first, with their codes in AdCOM's list of subtypes (inline, no wrappers). */
export const vastSubtypes = { "4.3": 15, "4.2": 13, "4.1": 11, "4.0": 7, "3.0": 3, "2.0": 2 } as const;

export type VastVersion = keyof typeof vastSubtypes;
/** For players that do not say what they read. */
export const usualVast: VastVersion = "4.2";
const versions = Object.keys(vastSubtypes) as VastVersion[];

/** The newest document that a player reads by its `protocols`; undefined where it reads none. It is asked for all without. */
export const vastFor = (protocols: number[]): VastVersion | undefined =>
  protocols.length === 0 ? usualVast : versions.find((version) => protocols.includes(vastSubtypes[version]));

export const isAtLeast = (version: VastVersion, least: VastVersion): boolean =>
  versions.indexOf(version) <= versions.indexOf(least);
