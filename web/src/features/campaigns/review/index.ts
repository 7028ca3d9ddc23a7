/** What the app composes with the campaign wizard. */
export { CampaignReview } from "./campaign-review.tsx";
