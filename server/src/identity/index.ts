export { identityJobs } from "./clean-up.ts";
export { addFirstAdminRoute, firstAdminPath, signFirstAdmin } from "./first-admin.ts";
export { signInProvidersOffered } from "./providers-offered.ts";
export { identityRoutes } from "./routes.ts";
export { demoPassword, seedDemoUsers } from "./seed-demo-users.ts";
export { publicApiKey } from "./send-code.ts";
export { builtInProvider } from "./service.ts";
export { createAuthenticate, findSignedIn, openSession } from "./session.ts";
export { createIdentityHooks } from "./user-hooks.ts";
