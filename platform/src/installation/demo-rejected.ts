export const demoRejected =
  "the database is in production and takes no demo or sandbox; start with: npm start -- --production";
