import type { Closing } from "@litfass/contract/identity/own-account";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/api.ts";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { announceSession } from "../../../api/client/session-watch.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import styles from "../second-factor/second-factor.module.css";

const balanceOf = ({ balances }: Closing): string =>
  balances.map(({ currency, amount_formatted }) => withCurrency(currency, amount_formatted)).join(", ");

/** Permanently closes the user's account after explaining the consequences and listing blockers. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("security");
  const user = useSignedInUser();
  const closing = useCall("showClosing", undefined, { staleMs: 0 });
  const [input, setInput] = useState({ email: "", password: "", leaves_balance: false });
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const hasPassword = user.providerData.some((each) => each.providerId === "password");
  const { data } = closing;
  const balance = data && data.balances.length > 0 ? balanceOf(data) : null;
  const isReady =
    data?.can_close === true &&
    input.email.trim().toLowerCase() === (user.email ?? "").toLowerCase() &&
    (!hasPassword || input.password !== "") &&
    (balance === null || input.leaves_balance);

  async function close() {
    setBusy(true);
    setProblem(null);
    try {
      const { password, ...rest } = input;
      await call("closeAccount", { body: hasPassword ? { ...rest, password } : rest });
      await announceSession();
      window.location.assign("/");
    } catch (error) {
      setProblem(error);
      setBusy(false);
      await closing.refetch();
    }
  }

  const wrongPassword = firstMessage(problem, "password");
  return (
    <Dialog
      open
      title={t("closing.dialogTitle")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          {data?.can_close && (
            <Button type="submit" form="close-account" variant="danger" disabled={!isReady} busy={busy}>
              {t("closing.submit")}
            </Button>
          )}
        </>
      }
    >
      {closing.error && !data && (
        <ErrorState title={t("closing.failed")} error={closing.error} onRetry={() => void closing.refetch()} />
      )}
      {!closing.error && !data && <SkeletonRows rows={3} />}
      {data && !data.can_close && <ClosingBlockers closing={data} />}
      {data?.can_close && (
        <form
          id="close-account"
          noValidate
          className={styles.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) void close();
          }}
        >
          <p>{t("closing.goes")}</p>
          <p className={styles.second}>{t("closing.stays")}</p>
          {balance && <Note tone="warn">{t("closing.balance", { balance })}</Note>}
          {problem !== null && !wrongPassword && <Note tone="error">{problemText(problem)}</Note>}
          {balance && (
            <Checkbox
              checked={input.leaves_balance}
              onChange={(event) => setInput({ ...input, leaves_balance: event.target.checked })}
            >
              {t("closing.leave", { balance })}
            </Checkbox>
          )}
          <TextInput
            label={t("closing.confirm", { email: user.email ?? "" })}
            type="email"
            autoComplete="off"
            value={input.email}
            onChange={(event) => setInput({ ...input, email: event.target.value })}
          />
          {hasPassword && (
            <TextInput
              label={t("password")}
              type="password"
              autoComplete="current-password"
              value={input.password}
              error={wrongPassword}
              onChange={(event) => setInput({ ...input, password: event.target.value })}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

/** What prevents closing an account, each with a link to resolve it. */
function ClosingBlockers({ closing }: { closing: Closing }) {
  const { t } = useTranslation("security");
  const { running_campaigns: running, settling_campaigns: settling, open_orders: orders } = closing;
  return (
    <div className={styles.body}>
      <Note tone="warn">{t("closing.notYet")}</Note>
      {running > 0 && (
        <p>
          {t("closing.running", { count: running })} <Link to="/campaigns">{t("closing.toCampaigns")}</Link>
        </p>
      )}
      {settling > 0 && <p>{t("closing.settling", { count: settling })}</p>}
      {orders > 0 && (
        <p>
          {t("closing.orders", { count: orders })} <Link to="/invoices">{t("closing.toInvoices")}</Link>
        </p>
      )}
      {closing.publisher && (
        <p>
          {t(`closing.publisher.${closing.publisher}`)} <Link to="/publisher">{t("closing.toPublisher")}</Link>
        </p>
      )}
    </div>
  );
}
