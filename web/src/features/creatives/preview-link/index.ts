export { PreviewLinkDialog } from "./lazy-preview-link.ts";
export { PreviewLinkButton } from "./preview-link-button.tsx";
