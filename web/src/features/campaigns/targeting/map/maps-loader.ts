/** The options of a map service; loading it again with different options is a programming error (ERR-024). */
export type MapsOptions = { key: string; language: string };
export type MapsState = "initialized" | "loading" | "success" | "failure";
export type MapsLoader = {
  readonly state: MapsState;
  /** Loads the script once; rejects after all retries have failed. */
  load(): Promise<void>;
};

/** The number of retries, with growing delay (CONST-040, ERR-023). */
export const mapsRetries = 3;
const firstDelayMs = 500;

type Outside = {
  addScript: (url: string) => Promise<void>;
  wait: (ms: number) => Promise<void>;
  log: (message: string) => void;
};

/** The URL of the maps script: the weekly version. */
export function mapsUrl({ key, language }: MapsOptions): string {
  const query = new URLSearchParams({ key, language, v: "weekly", loading: "async" });
  return `https://maps.googleapis.com/maps/api/js?${query}`;
}

/** Creates a loader that fetches its script from `outside`. */
export function createMapsLoader(options: MapsOptions, outside: Outside): MapsLoader {
  let state: MapsState = "initialized";
  let loading: Promise<void> | undefined;
  const attempt = async (): Promise<void> => {
    state = "loading";
    for (let retry = 0; ; retry += 1) {
      try {
        await outside.addScript(mapsUrl(options));
        state = "success";
        return;
      } catch (error) {
        outside.log(`The maps script did not load: ${error instanceof Error ? error.message : String(error)}`);
        if (retry === mapsRetries) {
          state = "failure";
          throw new Error("The maps script did not load");
        }
        await outside.wait(firstDelayMs * 2 ** retry);
      }
    }
  };
  return {
    get state() {
      return state;
    },
    load: () => {
      loading ??= attempt();
      return loading;
    },
  };
}

const browser: Outside = {
  addScript: (url) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = url;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error("no answer"));
      };
      document.head.append(script);
    }),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  log: (message) => console.warn(message),
};

let shared: { options: MapsOptions; loader: MapsLoader } | undefined;

/**
 * The only loader of the page.
 * @throws Error if it already exists with different options.
 */
export function mapsLoader(options: MapsOptions, outside: Outside = browser): MapsLoader {
  if (shared && (shared.options.key !== options.key || shared.options.language !== options.language)) {
    throw new Error("The maps script is already loaded with other options");
  }
  shared ??= { options, loader: createMapsLoader(options, outside) };
  return shared.loader;
}
