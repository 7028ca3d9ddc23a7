import type { BulkCampaign, BulkCustomer, BulkCustomerChange } from "@litfass/contract/campaigns/bulk-campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../../api/api.ts";
import { ApiError, problemText } from "../../../api/api-error.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { type Autosave, useAutosave } from "../wizard/use-autosave.ts";

export type CustomerPatch = Partial<
  Pick<BulkCustomer, "branch" | "budget" | "location" | "destination_url" | "creative_group">
>;
export type BulkCustomers = Omit<Autosave<Record<string, CustomerPatch>>, "typed" | "change"> & {
  /** The customers, including unsaved changes. */
  rows: BulkCustomer[];
  edit: (id: number, patch: CustomerPatch) => void;
  /** Appends customers; resolves to false if the server rejected them. */
  add: (added: BulkCustomerChange[]) => Promise<boolean>;
  remove: (id: number) => Promise<void>;
};

/** The customers of a bulk campaign, saved while typing. Launched ones do not change. */
export function useBulkCustomers(saved: BulkCampaign): BulkCustomers {
  const client = useQueryClient();
  const { id } = saved;
  const send = useCallback(
    async (patches: Record<string, CustomerPatch>, change?: (list: BulkCustomerChange[]) => BulkCustomerChange[]) => {
      const params = { bulkCampaign: id };
      const key = ["showBulkCampaign", { params }];
      const known = client.getQueryData<BulkCampaign>(key)?.customers ?? [];
      const waiting = known.filter(({ campaign }) => campaign === null);
      const remaining = waiting.map((row) => ({ id: row.id, customer: row.customer, ...patches[row.id] }));
      const customers = change ? change(remaining) : remaining;
      try {
        const answer = await call("changeBulkCampaign", { params, body: { customers }, keepalive: true });
        client.setQueryData(key, answer);
      } catch (error) {
        throw error instanceof ApiError ? atRows(error, customers) : error;
      }
    },
    [id, client],
  );
  const { typed, change, ...saving } = useAutosave<Record<string, CustomerPatch>>(saved.updated_at, send);
  const rows = saved.customers.map((row) => (row.campaign === null ? { ...row, ...typed[row.id] } : row));

  async function store(list: (known: BulkCustomerChange[]) => BulkCustomerChange[]): Promise<boolean> {
    await saving.flush();
    try {
      await send({}, list);
      return true;
    } catch (error) {
      showSnackbar(problemText(error));
      return false;
    }
  }

  return {
    ...saving,
    rows,
    edit: (row, patch) => change({ [row]: { ...typed[row], ...patch } }),
    add: (added) => store((known) => [...known, ...added]),
    remove: async (row) => void (await store((known) => known.filter((each) => each.id !== row))),
  };
}

/** Maps `customers.3.budget` to the row's id: `17.budget`. */
function atRows(error: ApiError, customers: BulkCustomerChange[]): ApiError {
  const errors = Object.entries(error.errors).map(([field, texts]) => {
    const [, position, rest] = /^customers\.(\d+)\.(.+)$/.exec(field) ?? [];
    const row = customers[Number(position)];
    return [row?.id === undefined ? field : `${row.id}.${rest}`, texts] as const;
  });
  const { status, code, message } = error;
  return new ApiError({ status, code, message, errors: Object.fromEntries(errors) });
}
