export { sellerRoutes } from "./routes.ts";
export { readDueFiles, sellerJobs } from "./seller-files/read-due-files.ts";
