import { call } from "../../api/api.ts";

const perPage = 100;

/** The current uids of all customers assigned to an account manager. */
export async function readAssigned(uid: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await call("listAssignedCustomers", {
      params: { user: uid },
      query: { page, per_page: perPage },
    });
    found.push(...data.map((each) => each.uid));
    if (page >= meta.last_page) return found;
  }
}
