/** Xandr's documented reasons for which a creative fails its audit. */
export const failureReasons = [
  "Auto-Refreshing Creative",
  "Creative brand does not match creative landing page",
  "Creative clicks through in the same window",
  "Creative contains content prohibited by policy",
  "Creative does not click through properly",
  "Creative does not display a clear brand",
  "Creative does not display properly",
  "Creative does not meet minimum standards",
  "Creative improperly rotates brands or advertiser",
  "Creative is blank",
  "Creative/Landing Page prompts download",
  "Declared tag size does not match creative's actual dimensions",
] as const;

export type Creative = {
  id: number;
  member: string;
  code: string;
  width: number;
  height: number;
  content: string;
  audit_status: "pending" | "audited" | "rejected";
  audit_feedback: string | null;
  lastActivity: string;
};

/** How the simulated audit decides. */
export type Reviews = {
  rejects: { code: string; reason: string }[];
  isHeld: boolean;
  quota: { reads: number; writes: number };
  fails: number;
};

export const usualReviews = (): Reviews => ({
  rejects: [],
  isHeld: false,
  quota: { reads: 100, writes: 60 },
  fails: 0,
});

/** Ends the audit of a creative that waits for it. */
export function review(creative: Creative, { rejects, isHeld }: Reviews): void {
  if (creative.audit_status !== "pending" || isHeld) return;
  const rejected = rejects.find(({ code }) => code === "*" || code === creative.code);
  creative.audit_status = rejected ? "rejected" : "audited";
  creative.audit_feedback = rejected?.reason ?? null;
}

/** A creative as the service returns it. */
export const wireCreative = ({ member, lastActivity, ...creative }: Creative) => ({
  ...creative,
  active: true,
  member_id: Number(member),
  ssl_status: creative.audit_status === "pending" ? "pending" : "approved",
  is_expired: false,
  is_prohibited: false,
  is_suspicious: false,
  last_activity: lastActivity,
});
