import { useCall } from "../../../api/use-call.ts";

/** Settings whose values are numbers of objects with names. */
const listFields = new Set(["targeting.whitelists", "targeting.blocklists"]);

type Setting = { field: string; before: unknown; after: unknown };

const idsIn = (settings: Setting[], isOf: (field: string) => boolean): number[] => {
  const values = settings.filter(({ field }) => isOf(field)).flatMap(({ before, after }) => [before, after]);
  return [...new Set(values.flat().filter((id): id is number => typeof id === "number"))];
};

/** The names of the domain lists, audiences, deals and the copied campaign in the settings; asks only for what is there. */
export function useValueNames(owner: string, settings: Setting[]): (field: string, id: number) => string | undefined {
  const audienceIds = idsIn(settings, (field) => field === "targeting.audiences");
  const hasLists = idsIn(settings, (field) => listFields.has(field)).length > 0;
  const hasDeals = idsIn(settings, (field) => field === "targeting.deal_ids").length > 0;
  const [originalId] = idsIn(settings, (field) => field === "copy_of");
  const cached = { staleMs: 60_000 };
  const lists = useCall("listChannels", { params: { uid: owner } }, { ...cached, enabled: hasLists });
  const audiences = useCall(
    "searchAudiences",
    { body: { q: "", ids: audienceIds } },
    { ...cached, enabled: audienceIds.length > 0 },
  );
  const deals = useCall("listOpenDeals", { params: { user: owner } }, { ...cached, enabled: hasDeals });
  const original = useCall(
    "showCampaign",
    { params: { userCampaign: originalId ?? 0 } },
    { ...cached, enabled: originalId !== undefined },
  );
  return (field, id) => {
    if (field === "copy_of") return original.data?.name;
    if (listFields.has(field)) return lists.data?.find((list) => list.id === id)?.name;
    if (field === "targeting.audiences") return audiences.data?.find((audience) => audience.id === id)?.name;
    if (field === "targeting.deal_ids") return deals.data?.find((deal) => deal.id === id)?.name;
  };
}
