import { Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { PreviewLinkDialog } from "./lazy-preview-link.ts";

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
