export { BannerGrid } from "./banner-grid.tsx";
export { BannerRows } from "./banner-rows.tsx";
export { PreviewLinkDialog } from "./preview-link/lazy-preview-link.ts";
export { PreviewLinkButton } from "./preview-link/preview-link-button.tsx";
export { SharedStudio } from "./studio/shared-studio.tsx";
export { StudioStep } from "./studio/studio-step.tsx";
export { TemplateStep } from "./studio/template-step.tsx";
