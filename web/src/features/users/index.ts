/** What the app puts above screens of other features about one user. */
export { UserFrame } from "./user-frame.tsx";
