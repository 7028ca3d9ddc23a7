import type { FilledValues } from "@litfass/contract/creatives";
import { Trash2 } from "lucide-react";
import { type PointerEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { type FocusPoint, pointAfter, pointAt } from "./focus-point.ts";
import styles from "./studio.module.css";

type FocusPickerProps = {
  image: FilledValues["images"][number];
  disabled: boolean;
  onMove: (focus: FocusPoint) => void;
  onRemove: () => void;
};

/** Sets the point of a picture that every crop keeps: by pointer, or with the arrow keys. */
export function FocusPicker({ image, disabled, onMove, onRemove }: FocusPickerProps) {
  const { t } = useTranslation("creatives");
  const noteId = useId();
  const { focus } = image;
  const shares = { left: Math.round(focus.x * 100), top: Math.round(focus.y * 100) };
  const follow = (event: PointerEvent<HTMLButtonElement>) =>
    onMove(pointAt(event.clientX, event.clientY, event.currentTarget.getBoundingClientRect()));
  return (
    <div className={styles.focus}>
      <button
        type="button"
        className={styles.focusImage}
        disabled={disabled}
        aria-label={t("focus.label", { name: image.name })}
        aria-describedby={noteId}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        onKeyDown={(event) => {
          const next = pointAfter(event.key, focus, event.shiftKey);
          if (!next) return;
          event.preventDefault();
          onMove(next);
        }}
      >
        <img src={image.url} alt="" draggable={false} />
        <span className={styles.point} style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
      </button>
      <p id={noteId} className={styles.help}>
        {t("focus.help")}
      </p>
      <div className={styles.focusFoot}>
        <span aria-live="polite" className={styles.focusPlace}>
          {t("focus.place", shares)}
        </span>
        {!disabled && (
          <Button small icon={Trash2} onClick={onRemove}>
            {t("upload.remove")}
          </Button>
        )}
      </div>
    </div>
  );
}
