/// <reference types="vite/client" />

declare module "virtual:endpoints" {
  /** Method and path (":param" style, without the base) of every endpoint of the contract, by its name. */
  export const endpoints: Readonly<Record<string, readonly [method: string, path: string]>>;
}

declare module "virtual:countries" {
  /** The countries of Natural Earth by their ISO numbers, with as many points as a chart can show. */
  export const atlas: unknown;
}
