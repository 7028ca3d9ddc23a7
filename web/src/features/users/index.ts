/** Composed by the app with screens of other features about one user. */
export { UserFrame } from "./user-frame.tsx";
