export { sellerRoutes } from "./routes.ts";
export { rootDomain } from "./seller-files/ads-txt.ts";
export { readDueFiles, sellerJobs } from "./seller-files/read-due-files.ts";
export { type AdsTxtFile, type AdsTxtKind, listAdsTxt } from "./seller-files/seller-file-sql.ts";
export { findSellerPolicy, type SellerPolicy, usualSellerPolicy } from "./sellers/seller-policy-sql.ts";
export { addSellers, type JudgedSeller, listVerdicts, type Seller } from "./sellers/seller-sql.ts";
