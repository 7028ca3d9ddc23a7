import { createRequire } from "node:module";
import type Stripe from "stripe";

const require = createRequire(import.meta.url);

/** The card processor's SDK. Its 218 modules are loaded at the first use: most processes never need them. */
export const stripeSdk = (): typeof Stripe => require("stripe") as typeof Stripe;
