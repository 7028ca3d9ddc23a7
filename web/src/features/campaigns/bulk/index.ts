/** Composed by the app with the studio and the steps of videos and spots. */
export { BulkWizard } from "./bulk-wizard.tsx";
