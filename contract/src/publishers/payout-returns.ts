/** What a publisher has to do about a payout that came back. */
export const returnCauses = ["account", "closed", "blocked", "holder", "regulation", "other"] as const;
export type ReturnCause = (typeof returnCauses)[number];

/** Reason codes of returns and rejections (ISO 20022, external code sets 1) by what they ask for. */
const causes: Record<Exclude<ReturnCause, "other">, readonly string[]> = {
  account: ["AC01", "AC02", "AC03", "AC05", "AC10", "AC11", "AC13", "AC14", "AC15", "RC01", "RC04", "RC07", "RC08"],
  closed: ["AC04", "AC07", "MD07"],
  blocked: ["AC06", "AG01", "AG03", "AM14"],
  holder: ["BE01", "BE04", "BE06", "BE07", "BE11", "BE22", "RR03", "RR13"],
  regulation: ["RR01", "RR02", "RR04", "RR05", "RR06", "RR07", "RR08", "RR09", "RR11", "RR12"],
};

/** The cause of a reason code; `other` for unknown codes and for those of the bank's or the payer's own affairs. */
export function causeOf(code: string | null): ReturnCause {
  const found = Object.entries(causes).find(([, codes]) => code !== null && codes.includes(code));
  return (found?.[0] as ReturnCause | undefined) ?? "other";
}
