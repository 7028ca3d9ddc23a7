/**
 * The paths of the web app's screens by their first segment: `true` if the segment alone is a screen too. The server
 * answers every other path of a browser with 404 (PAGE-016).
 */
const segments: Readonly<Record<string, boolean>> = {
  account: true,
  "ad-reports": true,
  "account-managers": false,
  admin: false,
  archived: true,
  "banner-sets": true,
  "bulk-campaigns": true,
  campaigns: true,
  "creative-group-categories": true,
  "creative-groups": true,
  "creative-review": true,
  creatives: true,
  dashboard: true,
  disabled: true,
  "favorite-creatives": true,
  "forgot-password": true,
  "google-ads": true,
  "google-analytics": true,
  integrations: true,
  invoices: true,
  login: true,
  "media-converter": true,
  operations: false,
  parts: true,
  publisher: true,
  publishers: true,
  register: true,
  reports: false,
  "reset-password": true,
  "sales-managers": true,
  settings: false,
  templates: true,
  users: true,
  "verify-email": true,
};

/** Screens without the menu, also for a signed-in user. */
const unframed: readonly string[] = ["disabled", "reports", "verify-email"];

/** Whether a signed-in user sees the screen at a path in the frame of the app, with its menu. */
export const hasFrame = (path: string): boolean => !unframed.includes(path.split("/", 2)[1] ?? "");

/** Whether the web app may have a screen at a path. */
export function hasClientScreen(path: string): boolean {
  const [first = "", ...rest] = path.split("/").filter(Boolean);
  if (!Object.hasOwn(segments, first)) return false;
  return rest.length > 0 || segments[first] === true;
}
