export { AlertsDialog } from "./alerts-dialog.tsx";
