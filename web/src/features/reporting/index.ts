/** One customer's report, shown by the app below the users frame. */
export { DashboardPage } from "./dashboard-page.tsx";
