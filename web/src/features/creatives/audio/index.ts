/** Composed by the app with the campaign wizard. */
export { AudioPreview } from "./audio-preview.tsx";
export { AudioStep } from "./audio-step.tsx";
export { CompanionStep } from "./companion-step.tsx";
