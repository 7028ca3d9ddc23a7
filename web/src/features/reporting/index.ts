/** What the app shows of one customer below the frame of the users feature. */
export { DashboardPage } from "./dashboard-page.tsx";
