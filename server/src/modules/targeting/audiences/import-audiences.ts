import type { audienceEndpoints } from "@litfass/contract/targeting/audiences";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { z } from "zod";
import type { TargetingServices } from "../selecting-campaigns.ts";
import { upsertAudiences } from "./audience-sql.ts";

type Import = z.output<NonNullable<typeof audienceEndpoints.importAudiences.body>>;

/**
 * Imports a provider's catalog (AGENCY-004). Among rows with the same name the last one wins. A row
 * without a fee keeps the one it has. Running campaigns with a changed audience are updated.
 */
export const importAudiences = command({
  name: "targeting.import_audiences",
  errors: [],
  async run({ ctx, input: { provider, audiences } }: CommandCall<Import, TargetingServices>) {
    const { tx, clock, services } = ctx;
    const now = clock.now();
    const byName = new Map(audiences.map((row) => [row.name, row]));
    const named = [...byName.values()];
    const rowOf = ({ name, size, segment_ids, fee }: (typeof named)[number]) => ({
      ...{ provider, name, size, segmentIds: [...new Set(segment_ids)], updatedAt: now },
      ...(fee && { feePercent: fee.percent, feePerThousand: fee.per_thousand, feeCurrency: fee.currency }),
    });
    const saved = [
      ...(await upsertAudiences(tx, named.filter(({ fee }) => fee !== undefined).map(rowOf), true)),
      ...(await upsertAudiences(tx, named.filter(({ fee }) => fee === undefined).map(rowOf), false)),
    ];
    const changedIds = saved.filter(({ isNew }) => !isNew).map(({ id }) => id);
    await services.selectingCampaigns.republish(tx, { setting: "audiences", ids: changedIds }, now);
    const added = saved.length - changedIds.length;
    await ctx.audit.record({
      subject: { type: "audience_provider", id: provider },
      changes: [
        { field: "audiences_added", before: null, after: added },
        { field: "audiences_changed", before: null, after: changedIds.length },
        ...named.flatMap(({ name, fee }) =>
          fee === undefined
            ? []
            : [{ field: `fee ${name}`, before: null, after: `${fee.percent}% + ${fee.per_thousand} ${fee.currency}` }],
        ),
      ],
    });
    return { added, changed: changedIds.length };
  },
});
