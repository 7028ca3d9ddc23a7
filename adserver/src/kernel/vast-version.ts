/** Supported VAST versions, the newest first, with their AdCOM subtypes (inline, no wrappers). */
export const vastSubtypes = { "4.3": 15, "4.2": 13, "4.1": 11, "4.0": 7, "3.0": 3, "2.0": 2 } as const;

export type VastVersion = keyof typeof vastSubtypes;
/** For players that do not state a version. */
export const defaultVast: VastVersion = "4.2";
const versions = Object.keys(vastSubtypes) as VastVersion[];

/** The newest version that a player supports by its `protocols`; undefined if it supports none. */
export const vastFor = (protocols: number[]): VastVersion | undefined =>
  protocols.length === 0 ? defaultVast : versions.find((version) => protocols.includes(vastSubtypes[version]));

export const isAtLeast = (version: VastVersion, least: VastVersion): boolean =>
  versions.indexOf(version) <= versions.indexOf(least);
