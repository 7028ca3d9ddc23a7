import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { Note } from "../../../ui/feedback/note.tsx";
import { MultiFormatPreview } from "./multi-format-preview.tsx";
import { SavedState } from "./saved-state.tsx";
import styles from "./studio.module.css";
import { StudioForm } from "./studio-form.tsx";
import { useFilling } from "./use-filling.ts";

type StudioProps = {
  campaignId: number;
  saved: CreativeForms;
  group: CreativeGroup;
  template: string;
  /** An ended campaign is read-only. */
  over: boolean;
  /** For a bulk campaign: all formats and no brand kit. Called with the saved values, to update the other groups. */
  onShared?: (saved: CreativeForms) => void;
};

/** The form at the left, a live preview of all formats at the right. */
export function Studio({ campaignId, saved, group, template, over, onShared }: StudioProps) {
  const filling = useFilling(campaignId, group.uuid, saved.values, onShared);
  const readOnly = over || filling.closed !== null;
  return (
    <div className={styles.place}>
      {filling.closed && (
        <Note tone="warn" className={styles.closed}>
          {filling.closed}
        </Note>
      )}
      <div className={styles.studio}>
        <StudioForm
          campaignId={campaignId}
          group={group}
          filling={filling}
          template={template}
          disabled={readOnly}
          shared={onShared !== undefined}
        />
        <MultiFormatPreview
          campaignId={campaignId}
          values={filling.drawn}
          group={group}
          template={template}
          state={<SavedState filling={filling} readOnly={readOnly} />}
          readOnly={readOnly}
        />
      </div>
    </div>
  );
}
