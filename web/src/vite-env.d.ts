/// <reference types="vite/client" />

declare module "virtual:endpoints" {
  /** Method and path (":param" style, without the base) of every endpoint of the contract, by its name. */
  export const endpoints: Readonly<Record<string, readonly [method: string, path: string]>>;
}
