/** What a banner did in a browser. Names are paths in its folder; lists are bounded. */
export type BannerRun = {
  /** Files requested until its load event, and after it. */
  initial: string[];
  subload: string[];
  /** Paths that it asked for and that are not in the zip. */
  missing: string[];
  /** Addresses of other servers that it asked for, which were refused. */
  external: string[];
  /** Messages of uncaught errors. */
  errors: string[];
  /** A click in its middle led to the click URL. */
  hasExit: boolean;
  /** It showed one single color. */
  isBlank: boolean;
};

/** A banner to run, as it travels to the process that runs it. Bodies are base64. */
export type BannerToRun = {
  chromium: string;
  /** Without Chromium's own sandbox, which cannot be used by root. */
  isRoot: boolean;
  page: string;
  document: string;
  width: number;
  height: number;
  files: { path: string; contentType: string; body: string }[];
};

/** Longest run, from the start of the process to its end. */
export const runTimeoutMs = 40_000;
/** Most resident memory of the browser and all its processes. */
export const runMemoryBytes = 1_000_000_000;
