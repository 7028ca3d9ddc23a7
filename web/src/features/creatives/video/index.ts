/** Composed by the app with the campaign wizard. */
export { VideoPreview } from "./video-preview.tsx";
export { VideoStep } from "./video-step.tsx";
