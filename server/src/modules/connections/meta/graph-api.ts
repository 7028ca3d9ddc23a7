import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ServicePlatform } from "../calls/call-service.ts";
import { callService } from "../calls/call-service.ts";
import { ServiceProblem } from "../calls/service-problem.ts";
import { expiryOf, type Tokens } from "../tokens.ts";
import { explainGraph } from "./graph-errors.ts";

type GraphCall<Answer> = {
  path: string;
  query?: Record<string, string>;
  schema: z.ZodType<Answer>;
  method?: "GET" | "DELETE";
};

/**
 * One call of the Graph API, always with its version, because the Marketing API rejects calls without one. User
 * tokens are sent with `appsecret_proof`, which proves that our app uses them.
 * @throws ServiceProblem
 */
export function callGraph<Answer>(
  { egress, config }: ServicePlatform,
  accessToken: string | null,
  { path, query = {}, schema, method = "GET" }: GraphCall<Answer>,
): Promise<Answer> {
  const { meta } = config.providers;
  if (!meta) throw new ServiceProblem("misconfigured", "facebook is not configured");
  const parameters = new URLSearchParams(query);
  if (accessToken !== null) {
    parameters.set("access_token", accessToken);
    parameters.set("appsecret_proof", createHmac("sha256", meta.appSecret).update(accessToken).digest("hex"));
  }
  const url = `${meta.graphUrl}/${meta.graphVersion}${path}?${parameters}`;
  return callService(egress, url, { schema, explain: explainGraph }, { method });
}

const pageSize = 500;

/**
 * Items of an edge, following its cursors while the response has a `next`.
 * @returns `isComplete` false if there are more pages than `maxPages`
 */
export async function readPages<Item>(
  platform: ServicePlatform,
  accessToken: string,
  {
    path,
    query,
    item,
    maxPages,
  }: { path: string; query: Record<string, string>; item: z.ZodType<Item>; maxPages: number },
): Promise<{ items: Item[]; isComplete: boolean }> {
  const schema = z.object({
    data: z.array(item),
    paging: z
      .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
      .optional(),
  });
  const items: Item[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const cursor: Record<string, string> = after === undefined ? {} : { after };
    const answer = await callGraph(platform, accessToken, {
      path,
      query: { ...query, limit: String(pageSize), ...cursor },
      schema,
    });
    items.push(...answer.data);
    after = answer.paging?.cursors?.after;
    // The last page has a cursor too; only `next` says that there are more.
    if (!answer.paging?.next || after === undefined) return { items, isComplete: true };
  }
  return { items, isComplete: false };
}

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** Exchanges a valid token for one of about 60 days (`fb_exchange_token`). @throws ServiceProblem */
export async function exchangeToken(platform: ServicePlatform, accessToken: string): Promise<Tokens> {
  const { meta } = platform.config.providers;
  if (!meta) throw new ServiceProblem("misconfigured", "facebook is not configured");
  const query = {
    grant_type: "fb_exchange_token",
    client_id: meta.appId,
    client_secret: meta.appSecret,
    fb_exchange_token: accessToken,
  };
  const answer = await callGraph(platform, null, { path: "/oauth/access_token", query, schema: token });
  const expiresAt = expiryOf(answer.expires_in, platform.clock.now());
  return { accessToken: answer.access_token, refreshToken: null, expiresAt };
}

const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

/** Whether the user granted the app a permission; each can be declined. @throws ServiceProblem */
export async function isGranted(platform: ServicePlatform, accessToken: string, wanted: string): Promise<boolean> {
  const { data } = await callGraph(platform, accessToken, { path: "/me/permissions", schema: permissions });
  return data.some(({ permission, status }) => permission === wanted && status === "granted");
}

/** Revokes everything a user granted the app. @throws ServiceProblem */
export async function revokePermissions(platform: ServicePlatform, accessToken: string): Promise<void> {
  await callGraph(platform, accessToken, { path: "/me/permissions", schema: z.unknown(), method: "DELETE" });
}
