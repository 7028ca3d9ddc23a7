import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

export const PreviewLinkDialog = lazyPart(async () => (await import("./preview-link-dialog.tsx")).PreviewLinkDialog);
