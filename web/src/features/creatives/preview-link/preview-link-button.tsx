import { Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

const PreviewLinkDialog = lazyPart(async () => (await import("./preview-link-dialog.tsx")).PreviewLinkDialog);

/** Opens the dialog of a campaign's preview link. */
export function PreviewLinkButton({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("creatives");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Smartphone} onClick={() => setOpen(true)}>
        {t("previewLink.open")}
      </Button>
      {open && <PreviewLinkDialog campaignId={campaignId} onClose={() => setOpen(false)} />}
    </>
  );
}
