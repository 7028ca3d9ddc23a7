import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { campaignImageSchema } from "../creatives/creative-content.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line } from "../kernel/text.ts";
import { idSchema, instantSchema } from "../kernel/validation.ts";
import { signedIn } from "../kernel/who.ts";

/** External services whose figures a user can import, by their names in reports. */
export const connectionServices = ["google_analytics", "google_ads", "facebook"] as const;
export type ConnectionService = (typeof connectionServices)[number];

/** Names of the services, the same in every language. */
export const connectionNames: Record<ConnectionService, string> = {
  google_analytics: "Google Analytics",
  google_ads: "Google Ads",
  facebook: "Facebook",
};

/** The start page of a service's connection flow, which redirects to the provider's consent. */
export const connectionPaths: Record<ConnectionService, string> = {
  google_analytics: "/oauth",
  google_ads: "/google-ads/oauth",
  facebook: "/facebook/oauth",
};

/**
 * Why there are no fresh figures. To be fixed by the user: the consent ended (`expired`), a permission was declined
 * (`refused`), the account there has nothing to read (`no_account`). By the operator: the app or project is not
 * configured or not approved (`misconfigured`). Temporary: a quota is used up (`busy`), no response (`unreachable`).
 */
export const connectionProblems = ["expired", "refused", "no_account", "misconfigured", "busy", "unreachable"] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];

/** Why one account of several is missing from the figures; `too_many`: more accounts or rows than are read at once. */
export const gapReasons = ["refused", "no_account", "busy", "unreachable", "too_many"] as const;
const gap = z.object({ account: z.string(), reason: z.enum(gapReasons) });
export type ConnectionGap = z.infer<typeof gap>;

export const connectionStatusSchema = z.object({
  connected: z.boolean(),
  /** Whether this installation is configured for the service. */
  available: z.boolean(),
  /** The owner of the account there: an address or a name. */
  account_name: z.string().nullable(),
  connected_at: instantSchema.nullable(),
  /** When figures were last fetched from the service. */
  fetched_at: instantSchema.nullable(),
  /** The consent ended at the provider; the user must reconnect. */
  needs_reconnect: z.boolean(),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

/** The origin of external figures in every response. */
export const externalSource = {
  connected: z.boolean(),
  account_name: z.string().nullable(),
  problem: z.enum(connectionProblems).nullable(),
  /** When the service returned these figures; they are cached for some minutes. */
  fetched_at: instantSchema.nullable(),
  /** Accounts missing from these figures, for example a closed one. */
  gaps: z.array(gap),
};

const creative = z.object({
  /** `ad:` or `asset:` and its number at the service. */
  id: z.string(),
  kind: z.enum(["ad", "asset"]),
  name: z.string(),
  /** The full-size image at the service. */
  image_url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  mime_type: z.string(),
  account: z.string(),
});
export type GoogleCreative = z.infer<typeof creative>;
const creativeParams = z.object({ creative: z.string().regex(/^(ad|asset):\d{1,20}$/) });

const tag = "Connections";

const status = (path: string, name: string) =>
  endpoint({
    method: "GET",
    path,
    tag,
    summary: `Whether the own ${name} account is connected`,
    who: signedIn,
    output: connectionStatusSchema,
  });

const disconnect = (path: string, name: string) =>
  endpoint({
    method: "DELETE",
    path,
    tag,
    summary: `Ends the connection to the own ${name} account and deletes its tokens`,
    who: signedIn,
    output: connectionStatusSchema,
  });

export const connectionEndpoints = {
  showFacebookConnection: status("/facebook-api/connection/status", "Facebook"),
  disconnectFacebook: disconnect("/facebook-api/connection/disconnect", "Facebook"),
  showGoogleAdsConnection: status("/google-ads/connection/status", "Google Ads"),
  disconnectGoogleAds: disconnect("/google-ads/connection/disconnect", "Google Ads"),
  showGoogleAnalyticsConnection: status("/google-analytics/connection/status", "Google Analytics"),
  disconnectGoogleAnalytics: disconnect("/google-analytics/connection/disconnect", "Google Analytics"),
  listGoogleCreatives: endpoint({
    method: "GET",
    path: "/google/creatives",
    tag,
    summary: "Images of the own Google Ads account that fit as campaign images; none where it is not connected",
    who: signedIn,
    output: z.array(creative),
  }),
  searchGoogleCreatives: endpoint({
    method: "POST",
    path: "/google/creatives",
    tag,
    summary: "The same images, those whose name holds `q`",
    who: signedIn,
    body: z.strictObject({ q: line({ max: 100 }) }),
    output: z.array(creative),
  }),
  showGoogleCreativeImage: endpoint({
    method: "GET",
    path: "/google/creatives/:creative/image",
    tag,
    summary: "One of these images as it would go into a banner; 404 where it is not in the own account",
    who: signedIn,
    params: creativeParams,
    output: { file: ["image/webp"] },
    errors: ["not_found", "unavailable"],
  }),
  importGoogleCreative: endpoint({
    method: "POST",
    path: "/google/creatives/:creative/import",
    tag,
    summary: "Takes one of these images over as a logo or picture of a campaign; a large one is made smaller",
    who: campaignEditors,
    params: creativeParams,
    body: z.strictObject({ campaign_id: idSchema, kind: z.enum(["logo", "image"]) }),
    output: campaignImageSchema,
    status: 201,
    errors: ["not_found", "conflict", "unavailable"],
  }),
};
