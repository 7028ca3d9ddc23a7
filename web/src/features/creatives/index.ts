export { BannerGrid } from "./banner-grid.tsx";
export { BannerRows } from "./banner-rows.tsx";
