export { rootDomain } from "./ads-txt.ts";
export { readDueFiles, sellerJobs } from "./read-due-files.ts";
export { sellerRoutes } from "./routes.ts";
export { type AdsTxtFile, type AdsTxtKind, listAdsTxt } from "./seller-file-sql.ts";
export { findSellerPolicy, type SellerPolicy, usualSellerPolicy } from "./seller-policy-sql.ts";
export { addSellers, type JudgedSeller, listVerdicts, type Seller } from "./seller-sql.ts";
