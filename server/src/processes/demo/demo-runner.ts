import type { Caller } from "@litfass/contract/kernel/roles";
import { fixedClock } from "@litfass/platform/clock";
import { type Actor, userActor } from "@litfass/platform/command/actor";
import { type Command, type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { type CommandRunner, setCampaignGroup } from "../../modules/campaigns/index.ts";
import { fillWithSample } from "../../modules/creatives/index.ts";
import { createAppExecutor } from "../app-executor.ts";

/** Runs commands for the demo, now or at a past instant. */
export function demoRunner(platform: Platform, at?: Date): CommandRunner {
  const timed = at ? { ...platform, clock: fixedClock(at) } : platform;
  return { platform: timed, execute: createAppExecutor(timed) };
}

/** Runs a command as one of the demo's users, or as the operator. @returns its output. */
export async function runAs<Input, Output>(
  { execute }: CommandRunner,
  who: Caller | "operator",
  what: Command<Input, Output, CommandServices>,
  input: Input,
): Promise<Output> {
  const actor: Actor = who === "operator" ? { kind: "operator" } : userActor(who);
  return outputOf<Output>(await execute(what, { actor, input, lang: "en" }));
}

type Sample = Parameters<typeof fillWithSample>[1];

/** Gives a draft banners with sample texts and images. @returns their group. */
export const fillDraft = command({
  name: "demo.fill_draft",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<Sample>): Promise<string> {
    const { tx, clock, random } = ctx;
    const group = await fillWithSample(tx, input, { clock, random });
    await setCampaignGroup(tx, input.campaignId, group, clock.now());
    await ctx.audit.record({ subject: { type: "campaign", id: String(input.campaignId) } });
    return group;
  },
});
