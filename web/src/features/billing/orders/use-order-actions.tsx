import type { ManualInvoice, ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import { Ban, Check, CircleCheck, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { ConfirmDelete } from "../../../ui/overlays/confirm-delete.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu.tsx";
import { EditOrderDialog } from "./edit-order-dialog.tsx";
import { StatusDialog } from "./status-dialog.tsx";

type Open =
  | { order: ManualInvoice; what: "edit" | "delete" | "cancel" }
  | { order: ManualInvoice; what: ManualInvoiceStatus };
const icons = { new: Pencil, approved: Check, paid: CircleCheck, rejected: Ban, cancelled: Ban };

/** The actions of billing staff on an order by invoice, as menu entries and their dialogs. */
export function useOrderActions(): {
  entriesOf: (order: ManualInvoice) => MenuEntry[];
  /** Only the status changes: approve, mark as paid, reject. */
  stepsOf: (order: ManualInvoice) => MenuEntry[];
  dialogs: ReactNode;
} {
  const { t } = useTranslation("invoices");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const stepsOf = useCallback(
    (order: ManualInvoice): MenuEntry[] =>
      order.allowed_statuses.map((status) => ({
        label: t(`to.${status}`),
        icon: icons[status],
        onSelect: () => setOpen({ order, what: status }),
      })),
    [t],
  );
  const entriesOf = useCallback(
    (order: ManualInvoice): MenuEntry[] => {
      const entries = stepsOf(order);
      entries.push({ label: t("edit"), icon: Pencil, onSelect: () => setOpen({ order, what: "edit" }) });
      if (order.status === "paid" || order.status === "cancelled") return entries;
      // An order with an invoice is a business record: it is kept, and a credit note cancels its invoice.
      const what = order.invoice ? "cancel" : "delete";
      entries.push({
        label: what === "cancel" ? t("orders.cancel") : t("delete"),
        icon: what === "cancel" ? Ban : Trash2,
        danger: true,
        apart: true,
        onSelect: () => setOpen({ order, what }),
      });
      return entries;
    },
    [t, stepsOf],
  );
  return { entriesOf, stepsOf, dialogs: open && <OpenDialog {...open} onClose={close} /> };
}

function OpenDialog({ order, what, onClose }: Open & { onClose: () => void }) {
  if (what === "edit") return <EditOrderDialog order={order} onClose={onClose} />;
  if (what === "delete" || what === "cancel") return <RemoveOrder order={order} onClose={onClose} />;
  return <StatusDialog order={order} to={what} onClose={onClose} />;
}

/** Deletes an order, or cancels one that has an invoice, after explaining the effect. */
function RemoveOrder({ order, onClose }: { order: ManualInvoice; onClose: () => void }) {
  const { t } = useTranslation("invoices");
  const remove = useChange("deleteManualInvoice", ["listManualInvoices", "listAllInvoices"]);
  const name = t("orders.name", { number: order.id });
  async function confirm() {
    try {
      await remove.mutateAsync({ params: { invoiceRequest: order.id } });
      showSnackbar(order.invoice ? t("orders.done.cancelled", { number: order.id }) : t("orders.deleted", { name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  if (!order.invoice) return <ConfirmDelete open name={name} onConfirm={confirm} onClose={onClose} />;
  const values = {
    number: order.id,
    name: order.user_name,
    amount: formatMoney(order.amount, order.currency),
  };
  return (
    <ConfirmDialog
      open
      title={t("orders.ask.cancelled", values)}
      lead={t("orders.means.cancelled", values)}
      action={t("orders.cancel")}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
