/** Supported VAST versions, the newest first, with their AdCOM subtypes of inline ads. */
export const vastSubtypes = { "4.3": 15, "4.2": 13, "4.1": 11, "4.0": 7, "3.0": 3, "2.0": 2 } as const;

export type VastVersion = keyof typeof vastSubtypes;

/** The AdCOM subtypes of wrappers, which players state apart from those of inline ads. */
export const wrapperSubtypes: Readonly<Record<VastVersion, number>> = {
  "4.3": 16,
  "4.2": 14,
  "4.1": 12,
  "4.0": 8,
  "3.0": 6,
  "2.0": 5,
};

/** For players that do not state a version. */
export const defaultVast: VastVersion = "4.2";
const versions = Object.keys(vastSubtypes) as VastVersion[];

/** The newest version that a player supports by its `protocols`; undefined if it supports none. */
export const vastFor = (protocols: number[]): VastVersion | undefined =>
  protocols.length === 0 ? defaultVast : versions.find((version) => protocols.includes(vastSubtypes[version]));

/** The newest version in which a player states that it follows wrappers; undefined if it states none. */
export const wrapperFor = (protocols: number[]): VastVersion | undefined =>
  versions.find((version) => protocols.includes(wrapperSubtypes[version]));

export const isAtLeast = (version: VastVersion, least: VastVersion): boolean =>
  versions.indexOf(version) <= versions.indexOf(least);

/** Whether a player follows our wrapper and reads the documents of this major version behind it. */
export const followsTag = (
  { vast, wrapper }: { vast: VastVersion; wrapper?: VastVersion | undefined },
  major: number,
): boolean => wrapper !== undefined && Number.parseInt(vast, 10) >= major;

/** The AdCOM subtype of the document that a player gets: a wrapper for another ad server's tag, else an inline ad. */
export const protocolOf = (
  { vast, wrapper = vast }: { vast: VastVersion; wrapper?: VastVersion | undefined },
  { vastTag }: { vastTag?: object | undefined },
): number => (vastTag === undefined ? vastSubtypes[vast] : wrapperSubtypes[wrapper]);
