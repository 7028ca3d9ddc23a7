export { GroupPage } from "./group-page.tsx";
