import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

export const AlertsDialog = lazyPart(async () => (await import("./alerts-dialog.tsx")).AlertsDialog);
