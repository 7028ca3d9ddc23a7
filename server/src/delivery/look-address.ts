import { createSigner, type Signer } from "./signing.ts";

/** How long a look at a held file is allowed, in ms: as long as a person has a screen open. */
const looksForMs = 3_600_000;

type Origin = { adsUrl: string; signingSecret: string; nowMs: number };

/** Address at which a published file can be looked at for an hour, also while it is held. Who may look, the caller decides. */
export function lookAddress(file: string, { adsUrl, signingSecret, nowMs }: Origin): string {
  const hash = file.slice(0, 40);
  return `${adsUrl}/ad/${file}?look=${createSigner(signingSecret).sign(`look~${hash}~${nowMs + looksForMs}`)}`;
}

/** Whether `look` was signed for this file and has not run out. */
export function mayLook(signer: Signer, hash: string, look: string, nowMs: number): boolean {
  const [kind, file, until] = signer.open(look)?.split("~") ?? [];
  return kind === "look" && file === hash && Number(until) > nowMs;
}
