/** Composed by the app with the users frame. */
export { UserCampaigns } from "./user-campaigns.tsx";
