import { microsOfMinor, minorLeftOfMicros } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { available, line, linesOf, platformAccount, reserved } from "./ledger.ts";
import { lockReservation, postEntry, reservationName } from "./ledger-sql.ts";
import { bookOpenSpend } from "./open-spend-sql.ts";

type ReleaseReservation = { campaignId: number; key: string; description?: string; at?: Date };

/**
 * Returns a campaign's unspent budget to its owner, in micros; 0 if nothing is left. A started half Rappen is kept as
 * revenue, as the campaign displayed it, so that balances are whole and add up. What is open is booked first.
 */
export async function releaseReservation(tx: Transaction, input: ReleaseReservation): Promise<bigint> {
  await bookOpenSpend(tx, { campaignId: input.campaignId });
  const reservation = await lockReservation(tx, input.campaignId);
  if (!reservation || reservation.balanceMicros === 0n) return 0n;
  const { ownerUid, currency, balanceMicros } = reservation;
  const returned = microsOfMinor(minorLeftOfMicros(balanceMicros));
  await postEntry(tx, {
    key: input.key,
    kind: "release",
    description: input.description ?? (await reservationName(tx, input.campaignId)),
    details: { campaign: input.campaignId },
    at: input.at,
    lines: linesOf(
      line(reserved(ownerUid, input.campaignId, currency), -balanceMicros),
      line(available(ownerUid, currency), returned),
      line(platformAccount("revenue", currency), balanceMicros - returned),
    ),
  });
  return returned;
}
