export { SharedStudio } from "./shared-studio.tsx";
export { StudioStep } from "./studio-step.tsx";
export { TemplateStep } from "./template-step.tsx";
