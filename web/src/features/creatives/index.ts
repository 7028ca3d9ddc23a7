export { BannerRows } from "./banner-rows.tsx";
export { BannerWall } from "./banner-wall.tsx";
export { SharedStudio } from "./shared-studio.tsx";
export { StudioStep } from "./studio-step.tsx";
export { TemplateStep } from "./template-step.tsx";
