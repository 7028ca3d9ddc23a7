/** Ground of the built-in map: SVG paths and towns in units of 1/2048 of the tile's edge. */
export type MapTile = {
  land: string;
  lakes: string;
  borders: string;
  /** Lines between cantons or states. */
  regions: string;
  /** Largest first; population in thousands. */
  towns: [name: string, x: number, y: number, population: number][];
};
