import { createHmac } from "node:crypto";
import type { PreviewLink, PreviewLinkDays } from "@litfass/contract/creatives/preview-links";
import { uuidSchema } from "@litfass/contract/kernel/validation";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import { isSignedByAny } from "@litfass/platform/security/keys";
import type { CreativeServices } from "../services.ts";
import { deletePreviewLink, findPreviewLink, type PreviewLinkRow, savePreviewLink } from "./preview-link-sql.ts";

const dayMs = 24 * 3_600_000;

type Secrets = Pick<Platform, "config">;

const signatureBy = (key: string, id: string): string =>
  createHmac("sha256", key).update(`preview-link:${id}`).digest("base64url").slice(0, 22);

/** The path of a link's page. Its address names the link and is signed, so that a copy of the database opens nothing. */
export const previewLinkPath = ({ config }: Secrets, id: string): string =>
  `/creatives/preview/${id}.${signatureBy(config.secrets.signing[0], id)}`;

/** The id in the address of a link; null unless this installation signed it. */
export function signedLinkId({ config }: Secrets, token: string): string | null {
  const [id = "", signature = ""] = token.split(".");
  const isOurs = isSignedByAny(config.secrets.signing, signature, (key) => signatureBy(key, id));
  return isOurs && uuidSchema.safeParse(id).success ? id : null;
}

/** A link in the format of the API. */
export const presentPreviewLink = (platform: Secrets, { id, expiresAt }: PreviewLinkRow): PreviewLink => ({
  url: `${platform.config.publicUrl}${previewLinkPath(platform, id)}`,
  expires_at: expiresAt.toISOString(),
});

/** Creates the preview link of a campaign, or extends the one that can still be opened. */
export const createPreviewLink = command({
  name: "creatives.create_preview_link",
  errors: ["not_found"],
  async run({
    ctx,
    input: { campaignId, days },
  }: CommandCall<{ campaignId: number; days: PreviewLinkDays }, CreativeServices>): Promise<PreviewLinkRow> {
    const { tx, clock, random } = ctx;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId);
    const now = clock.now();
    const before = await findPreviewLink(tx, campaign.id, now);
    const expiresAt = new Date(now.getTime() + days * dayMs);
    const link = await savePreviewLink(tx, { id: random.id(), campaignId: campaign.id, expiresAt }, now);
    await ctx.audit.record(auditOf(campaign.id, before, link));
    return link;
  },
});

/** Ends the preview link of a campaign. */
export const revokePreviewLink = command({
  name: "creatives.revoke_preview_link",
  errors: ["not_found"],
  async run({ ctx, input: { campaignId } }: CommandCall<{ campaignId: number }, CreativeServices>): Promise<void> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    const before = await findPreviewLink(ctx.tx, campaign.id, ctx.clock.now());
    await deletePreviewLink(ctx.tx, campaign.id);
    await ctx.audit.record(auditOf(campaign.id, before, null));
  },
});

const auditOf = (campaignId: number, before: PreviewLinkRow | null, after: PreviewLinkRow | null) => ({
  subject: { type: "campaign", id: String(campaignId) },
  changes: changesBetween({ preview_link_until: untilOf(before) }, { preview_link_until: untilOf(after) }),
});
const untilOf = (link: PreviewLinkRow | null): string | null => link?.expiresAt.toISOString() ?? null;
