/** Composed by the app with the campaign wizard. */
export { CampaignReview } from "./campaign-review.tsx";
