import type { RegisteredBanner } from "@litfass/adserver/index";
import type { Egress, EgressAnswer } from "@litfass/platform/egress/egress";
import { z } from "zod";

/**
 * Xandr's creative service (https://learn.microsoft.com/en-us/xandr/bidders/creative-service): a token for a user and a
 * password, 100 objects per page, and limits of reads and writes per minute. Above them it answers 429, or 503 with
 * `x-ratelimit-code`, and in `retry-after` for how many seconds (https://learn.microsoft.com/en-us/xandr/bidders/api-usage-con).
 */
export type XandrAccount = { url: string; user: string; password: string; member: string };

/** What Xandr says of a creative. */
export type XandrCreative = {
  code: string;
  foreignId: string;
  status: "submitted" | "approved" | "rejected";
  reason: string;
};

/** Xandr does not take this creative, for the reason that it gives. */
export class XandrRefusal extends Error {
  override name = "XandrRefusal";
}

/** Too many calls: nothing may be sent for some seconds. */
export class XandrQuota extends Error {
  override name = "XandrQuota";
  readonly seconds: number;
  constructor(seconds: number) {
    super(`quota exceeded, again in ${seconds} s`);
    this.seconds = seconds;
  }
}

const timeoutMs = 20_000;
const pageSize = 100;
const maxPages = 100;
const usualWaitSeconds = 60;
const tooMany = 429;
const overloaded = 503;
/** The standard template of banners whose content is HTML in a frame. */
const iframeTemplate = 7;
/** Each attempt waits this many times longer than the one before. */
const retryMs = [1_000, 4_000];
const firstServerError = 500;

const answerSchema = z.object({
  response: z.looseObject({
    status: z.string().optional(),
    error_id: z.string().optional(),
    error: z.string().optional(),
    count: z.coerce.number().optional(),
    token: z.string().optional(),
    id: z.coerce.string().optional(),
    creatives: z.array(z.unknown()).optional(),
  }),
});
type Answer = z.output<typeof answerSchema>["response"];

const creativeSchema = z.looseObject({
  id: z.coerce.string(),
  code: z.string().nullish(),
  audit_status: z.string(),
  audit_feedback: z.string().nullish(),
  ssl_status: z.string().nullish(),
  is_prohibited: z.boolean().nullish(),
  is_suspicious: z.boolean().nullish(),
});

type Wait = (ms: number) => Promise<void>;
export type XandrClient = {
  /** Adds a creative, or changes the one with its code. @returns Xandr's ID. @throws XandrRefusal, XandrQuota */
  submit(banner: RegisteredBanner, foreignId: string | null): Promise<string>;
  /** The member's creatives, all or those with activity since a day (YYYY-MM-DD). @throws XandrQuota */
  list(since: string | null): AsyncGenerator<XandrCreative>;
};

/** Signs in; one token serves all calls of a client. @throws XandrRefusal for a wrong user or password */
export async function openXandr(egress: Egress, account: XandrAccount, wait: Wait): Promise<XandrClient> {
  const call = async (method: string, path: string, token: string | null, body?: object): Promise<Answer> => {
    const answer = await send(egress, wait, account.url + path, {
      method,
      timeoutMs,
      headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: token }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return read(answer);
  };
  const signIn = async (): Promise<string> => {
    const { token } = await call("POST", "/auth", null, {
      auth: { username: account.user, password: account.password },
    });
    if (token === undefined) throw new XandrRefusal("the sign-in returned no token");
    return token;
  };
  let token = await signIn();
  const member = encodeURIComponent(account.member);
  /** Signs in again once where the token has expired. */
  const authorized = async (method: string, path: string, body?: object): Promise<Answer> => {
    const first = await call(method, path, token, body).catch((error: unknown) => {
      if (error instanceof XandrRefusal && error.message.startsWith("NOAUTH")) return null;
      throw error;
    });
    if (first !== null) return first;
    token = await signIn();
    return call(method, path, token, body);
  };
  return {
    async submit(banner, foreignId) {
      const creative = creativeOf(banner);
      if (foreignId !== null) {
        // A new audit is asked for explicitly: unchanged content would keep its result.
        const again = { creative: { ...creative, audit_status: "pending" } };
        await authorized("PUT", `/creative/${member}/${encodeURIComponent(foreignId)}`, again);
        return foreignId;
      }
      const { id } = await authorized("POST", `/creative/${member}`, { creative });
      if (id === undefined) throw new XandrRefusal("the answer has no ID");
      return id;
    },
    async *list(since) {
      const filter = since === null ? "" : `&min_last_activity=${since}`;
      for (let page = 0; page < maxPages; page++) {
        const range = `start_element=${page * pageSize}&num_elements=${pageSize}&sort=id.asc${filter}`;
        const { creatives = [] } = await authorized("GET", `/creative/${member}?${range}`);
        for (const entry of creatives) {
          const known = creativeSchema.safeParse(entry).data;
          if (known?.code) yield present(known.code, known);
        }
        if (creatives.length < pageSize) return;
      }
    },
  };
}

const creativeOf = ({ id, width, height, markup, landingUrl }: RegisteredBanner) => ({
  code: id,
  width,
  height,
  template: { id: iframeTemplate },
  content: markup,
  content_secure: markup,
  landing_page_url: landingUrl,
  allow_audit: true,
  allow_ssl_audit: true,
});

function present(code: string, creative: z.output<typeof creativeSchema>): XandrCreative {
  const { id: foreignId, audit_status: audit, ssl_status: ssl } = creative;
  const feedback = creative.audit_feedback ?? "";
  const shared = { code, foreignId };
  if (creative.is_prohibited || creative.is_suspicious) {
    return { ...shared, status: "rejected", reason: feedback || "is_prohibited" };
  }
  if (audit === "rejected" || audit === "unauditable") return { ...shared, status: "rejected", reason: feedback };
  if (ssl === "failed") return { ...shared, status: "rejected", reason: feedback || "ssl_status: failed" };
  const isApproved = audit === "audited" && ssl !== "pending";
  return { ...shared, status: isApproved ? "approved" : "submitted", reason: "" };
}

/** Whether it limits calls; without the header a 503 is a failure. */
const isLimited = ({ status, headers }: EgressAnswer): boolean =>
  status === tooMany || (status === overloaded && headers.has("x-ratelimit-code"));

/** Sends, and again after a failed connection or an error of the server. */
async function send(egress: Egress, wait: Wait, url: string, request: Parameters<Egress>[1]): Promise<EgressAnswer> {
  for (const pause of retryMs) {
    const answer = await egress(url, request).catch(() => null);
    if (answer !== null && (answer.status < firstServerError || isLimited(answer))) return answer;
    await wait(pause);
  }
  return egress(url, request);
}

/** @throws XandrQuota, XandrRefusal with Xandr's words, or Error for an answer that is none of Xandr's */
function read(answer: EgressAnswer): Answer {
  if (isLimited(answer)) {
    throw new XandrQuota(Number(answer.headers.get("retry-after")) || usualWaitSeconds);
  }
  if (answer.status >= firstServerError) throw new Error(`it answers ${answer.status}`);
  const { response } = answerSchema.parse(answer.json());
  if (response.status === "OK") return response;
  if (response.error_id === undefined && response.error === undefined) throw new Error(`it answers ${answer.status}`);
  throw new XandrRefusal([response.error_id, response.error].filter(Boolean).join(": "));
}
