import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { type Creative, failureReasons, type Reviews, review, usualReviews, wireCreative } from "./reviews.ts";

const base = "/xandr";
const user = { username: "litfass", password: "sandbox" };
const tokenMs = 2 * 60 * 60_000;
const maxSignIns = 10;
const signInWindowMs = 5 * 60_000;
const minuteMs = 60_000;
const maxPage = 100;

type Wanted = Partial<Pick<Creative, "code" | "width" | "height" | "content" | "audit_status">>;
type MemberCall = {
  Params: { member: string; id: string };
  Querystring: { start_element?: string; num_elements?: string; min_last_activity?: string };
  Body: { creative?: Wanted };
};

const ok = (more: object) => ({ response: { status: "OK", ...more, dbg_info: {} } });
const failed = (reply: FastifyReply, status: number, error_id: string, error: string) =>
  reply.code(status).send({ response: { error_id, error, dbg_info: {} } });

/** Xandr's authentication and creative services, and what its audit decides. */
export function registrationRoutes(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const creatives: Creative[] = [];
  const tokens = new Map<string, number>();
  let signIns: number[] = [];
  let reviews: Reviews = usualReviews();
  let calls = { minute: 0, reads: 0, writes: 0 };
  const nowMs = () => clock.now().getTime();

  app.get(`${base}/reviews`, async () => ({ reviews, reasons: failureReasons }));

  app.put<{ Body: Partial<Reviews> & { signsOut?: boolean } }>(`${base}/reviews`, async ({ body }) => {
    const { signsOut, ...chosen } = body;
    reviews = { ...usualReviews(), ...chosen };
    if (signsOut) tokens.clear();
    calls = { minute: 0, reads: 0, writes: 0 };
    signIns = [];
    return reviews;
  });

  app.post<{ Body: { auth?: { username?: string; password?: string } } }>(`${base}/auth`, async ({ body }, reply) => {
    const { username, password } = body.auth ?? {};
    if (username !== user.username || password !== user.password) {
      return failed(reply, 401, "UNAUTH", "No match found for user/pass");
    }
    signIns = [...signIns.filter((at) => at > nowMs() - signInWindowMs), nowMs()];
    if (signIns.length > maxSignIns) return failed(reply, 401, "UNAUTH", "You have exceeded your authentication limit");
    const token = randomBytes(16).toString("hex");
    tokens.set(token, nowMs() + tokenMs);
    return ok({ token });
  });

  /** Whether a call may go on; an error was sent if not. */
  const admit = (request: FastifyRequest, reply: FastifyReply, kind: "reads" | "writes"): boolean => {
    if (reviews.fails > 0) {
      reviews.fails--;
      reply.code(503).send();
      return false;
    }
    const expires = tokens.get(request.headers.authorization ?? "") ?? 0;
    if (expires <= nowMs()) {
      failed(reply, 401, "NOAUTH", "Authentication failed - not logged in");
      return false;
    }
    const minute = Math.floor(nowMs() / minuteMs);
    if (calls.minute !== minute) calls = { minute, reads: 0, writes: 0 };
    calls[kind]++;
    if (calls[kind] <= reviews.quota[kind]) return true;
    const seconds = Math.ceil(((minute + 1) * minuteMs - nowMs()) / 1_000);
    reply.header("retry-after", String(seconds));
    failed(reply, 429, "SYSTEM", "Rate limit exceeded");
    return false;
  };

  app.get<MemberCall>(`${base}/creative/:member`, async (request, reply) => {
    if (!admit(request, reply, "reads")) return reply;
    const { start_element, num_elements, min_last_activity = "" } = request.query;
    const found = creatives.filter(
      ({ member, lastActivity }) => member === request.params.member && lastActivity >= min_last_activity,
    );
    for (const creative of found) review(creative, reviews);
    const start = Number(start_element ?? 0);
    const size = Math.min(maxPage, Number(num_elements ?? maxPage));
    return ok({
      count: found.length,
      start_element: start,
      num_elements: size,
      creatives: found.slice(start, start + size).map(wireCreative),
    });
  });

  app.post<MemberCall>(`${base}/creative/:member`, async (request, reply) => {
    if (!admit(request, reply, "writes")) return reply;
    const { member } = request.params;
    const wanted = request.body.creative ?? {};
    const { code = "", width, height, content } = wanted;
    if (!width || !height || !content) {
      return failed(reply, 400, "SYNTAX", "width, height and content are required");
    }
    if (creatives.some((each) => each.member === member && each.code === code)) {
      return failed(reply, 400, "SYNTAX", `code must be unique: ${code}`);
    }
    const creative: Creative = {
      id: creatives.length + 1,
      member,
      code,
      width,
      height,
      content,
      audit_status: "pending",
      audit_feedback: null,
      lastActivity: activity(clock),
    };
    creatives.push(creative);
    return ok({ count: 1, id: creative.id, creative: wireCreative(creative) });
  });

  app.put<MemberCall>(`${base}/creative/:member/:id`, async (request, reply) => {
    if (!admit(request, reply, "writes")) return reply;
    const { member, id } = request.params;
    const creative = creatives.find((each) => each.member === member && String(each.id) === id);
    if (!creative) return failed(reply, 404, "SYNTAX", `creative ${id} not found`);
    const { width, height, content, audit_status } = request.body.creative ?? {};
    const isChanged = content !== undefined && content !== creative.content;
    if (isChanged || audit_status === "pending") {
      creative.audit_status = "pending";
      creative.audit_feedback = null;
    }
    creative.width = width ?? creative.width;
    creative.height = height ?? creative.height;
    creative.content = content ?? creative.content;
    creative.lastActivity = activity(clock);
    return ok({ count: 1, id: creative.id, creative: wireCreative(creative) });
  });
}

/** As Xandr writes instants: UTC, without a zone. */
const activity = (clock: Clock): string => clock.now().toISOString().slice(0, 19).replace("T", " ");
