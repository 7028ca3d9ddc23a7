/// <reference types="vite/client" />

declare module "virtual:endpoints" {
  /**
   * Method, path (":param" style, without the base) and the location of its callers in `callers`, of every endpoint
   * of the contract by name.
   */
  export const endpoints: Readonly<Record<string, readonly [method: string, path: string, callers: number]>>;
  /** Sets of roles that may call. */
  export const callers: readonly (readonly string[] | "everyone")[];
}

declare module "virtual:map-tiles" {
  /** Path of the folder with the map's tiles, each at `zoom/x/y.json`. */
  export const base: string;
  /** "zoom/x/y" of every tile; the others have no land. */
  export const addresses: readonly string[];
}
