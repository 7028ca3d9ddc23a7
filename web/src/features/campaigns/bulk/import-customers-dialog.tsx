import { type BulkCustomer, type BulkCustomerChange, bulkLimits } from "@litfass/contract/campaigns/bulk-campaigns";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import wizard from "../wizard/wizard.module.css";
import styles from "./bulk.module.css";
import { type CustomerLine, customerLines } from "./customer-lines.ts";
import { findPlaces } from "./find-places.ts";

type ImportCustomersDialogProps = {
  known: readonly BulkCustomer[];
  onClose: () => void;
  /** False if the server rejected them. */
  onImport: (added: BulkCustomerChange[]) => Promise<boolean>;
};

/** Adds many customers and branches at once, pasted from a spreadsheet. Adds nothing while a line is invalid. */
export function ImportCustomersDialog({ known, onClose, onImport }: ImportCustomersDialogProps) {
  const { t } = useTranslation("bulk");
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const { lines, heading } = customerLines(text);
  const tooMany = known.length + lines.length > bulkLimits.customers;

  async function take() {
    setBusy(true);
    const found = await findCustomers(lines);
    const places = await findPlaces(lines.map(({ place }) => place));
    const taken = new Set(known.map(({ customer, branch }) => keyOf(customer, branch)));
    const wrong: string[] = [];
    const added = lines.map(({ line, customer, bad, place, ...values }) => {
      const uid = found.get(customer) ?? "";
      const key = keyOf(uid, values.branch);
      const meant = places.get(place);
      const similar = meant && "similar" in meant ? meant.similar : null;
      if (uid === "") wrong.push(t("import.unknown", { line, customer }));
      else if (bad) wrong.push(t(`import.invalid.${bad}`, { line }));
      else if (similar !== null) {
        wrong.push(
          similar === "" ? t("import.noPlace", { line, place }) : t("import.whichPlace", { line, place, similar }),
        );
      } else if (taken.has(key)) wrong.push(t("import.duplicate", { line, customer }));
      taken.add(key);
      return { customer: uid, ...values, ...(meant && "location" in meant && { location: meant.location }) };
    });
    setProblems(wrong);
    if (wrong.length === 0 && (await onImport(added))) onClose();
    setBusy(false);
  }

  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("import.title")}
      lead={t("import.lead")}
      actions={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={lines.length === 0 || tooMany}
          onClick={() => void take()}
        >
          {t("import.submit", { count: lines.length })}
        </DialogActions>
      }
    >
      <div className={styles.body}>
        <TextArea
          label={t("import.list")}
          help={t("import.help")}
          error={tooMany ? t("import.tooMany", { max: bulkLimits.customers }) : undefined}
          placeholder={t("import.example")}
          rows={8}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblems([]);
          }}
        />
        {heading && <p className={styles.facts}>{t("import.heading", { cells: heading.join(" · ") })}</p>}
        {problems.length > 0 && (
          <Note tone="error">
            <ul className={wizard.points}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </Dialog>
  );
}

const keyOf = (customer: string, branch: string): string => `${customer} ${branch.toLowerCase()}`;

/** Maps a list entry (e-mail, company or full name) to a uid. */
async function findCustomers(lines: readonly CustomerLine[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const customer of new Set(lines.map((line) => line.customer).filter(Boolean))) {
    const { data } = await call("listAssignableCustomers", { query: { search: customer, per_page: 20 } });
    const wanted = customer.toLowerCase();
    const exact = data.filter((user) =>
      [user.email, user.company_name, user.full_name].some((text) => text?.toLowerCase() === wanted),
    );
    const [one] = exact;
    if (one && exact.length === 1) found.set(customer, one.uid);
  }
  return found;
}
