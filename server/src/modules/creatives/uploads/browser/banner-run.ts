/** A banner's behavior in a browser. Names are paths in its folder; lists are bounded. */
export type BannerRun = {
  /** Files requested until its load event, and after it. */
  initial: string[];
  subload: string[];
  /** Requested paths that are not in the zip. */
  missing: string[];
  /** Requested URLs of other servers, which were blocked. */
  external: string[];
  /** Messages of uncaught errors. */
  errors: string[];
  /** A click in its center led to the click URL. */
  hasExit: boolean;
  /** It showed a single color. */
  isBlank: boolean;
  /** What it showed in the end, a PNG in base64, if it was wanted. */
  picture?: string;
};

/** The browser to run banners in. */
export type BannerBrowser = {
  chromium: string;
  /** Without Chromium's own sandbox, which cannot be used by root. */
  isRoot: boolean;
};

/** A banner to run, serialized for the process that runs it. Bodies are base64. */
export type BannerToRun = {
  page: string;
  document: string;
  width: number;
  height: number;
  files: { path: string; contentType: string; body: string }[];
  /** Whether to return a picture instead of trying a click. */
  wantsPicture?: boolean;
};

/** What the process writes for each banner. */
export type BannerRunOutcome = { run: BannerRun } | { error: string };

/** Maximum duration, from the start of the process to its end. */
export const runTimeoutMs = 40_000;
/** Maximum resident memory of the browser and all its processes. */
export const runMemoryBytes = 1_000_000_000;
