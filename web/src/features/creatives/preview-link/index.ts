export { PreviewLinkDialog } from "./preview-link-dialog.tsx";
