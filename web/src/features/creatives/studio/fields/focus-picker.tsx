import { largestZoom } from "@litfass/contract/creatives/banner-fields";
import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import type { Format } from "@litfass/contract/kernel/formats";
import { Trash2, Undo2 } from "lucide-react";
import { type PointerEvent, useId, useState } from "react";
import { formatSize } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { SelectButton } from "../../../../ui/inputs/select-button.tsx";
import studio from "../studio.module.css";
import { cropIn, cropped, uncropped } from "./crop.ts";
import styles from "./focus-picker.module.css";
import { type FocusPoint, pointAfter, pointAt } from "./focus-point.ts";

type FocusPickerProps = {
  image: ContentValues["images"][number];
  /** Formats that show the image. */
  formats: readonly Format[];
  disabled: boolean;
  onChange: (image: ContentValues["images"][number]) => void;
  onRemove: () => void;
};

const zoomStep = 0.1;

/** Sets the focus point for all formats or one, and the zoom of one format, by pointer or keyboard. */
export function FocusPicker({ image, formats, disabled, onChange, onRemove }: FocusPickerProps) {
  const { t } = useTranslation("creatives");
  const noteId = useId();
  const [chosen, setChosen] = useState<Format | null>(null);
  const format = chosen !== null && formats.includes(chosen) ? chosen : null;
  const focus = cropIn(image, format);
  const own = format !== null && image.crops[format] !== undefined;
  const onMove = (point: FocusPoint) => onChange(cropped(image, format, point));
  const onZoom = (zoom: number) => onChange(cropped(image, format, { zoom }));
  const shares = { left: Math.round(focus.x * 100), top: Math.round(focus.y * 100) };
  const follow = (event: PointerEvent<HTMLButtonElement>) =>
    onMove(pointAt(event.clientX, event.clientY, event.currentTarget.getBoundingClientRect()));
  return (
    <div className={styles.focus}>
      {formats.length > 1 && (
        <SelectButton
          small
          label={t("crop.format")}
          prefix={`${t("crop.format")}:`}
          disabled={disabled}
          options={[
            { value: "all", label: t("crop.all") },
            ...formats.map((each) => ({
              value: each,
              label: image.crops[each] ? t("crop.own", { size: formatSize(each) }) : formatSize(each),
            })),
          ]}
          value={format ?? "all"}
          onChange={(value) => setChosen(value === "all" ? null : (value as Format))}
        />
      )}
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
          if (format && (event.key === "+" || event.key === "-")) {
            event.preventDefault();
            return onZoom(focus.zoom + (event.key === "+" ? zoomStep : -zoomStep));
          }
          const next = pointAfter(event.key, focus, event.shiftKey);
          if (!next) return;
          event.preventDefault();
          onMove(next);
        }}
      >
        <img src={image.url} alt="" draggable={false} />
        <span className={styles.point} style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
      </button>
      <p id={noteId} className={studio.help}>
        {t(format ? "crop.help" : "focus.help")}
      </p>
      {format && (
        <label className={styles.zoom}>
          <span>{t("crop.zoom")}</span>
          <input
            type="range"
            min={1}
            max={largestZoom}
            step={0.05}
            disabled={disabled}
            value={focus.zoom}
            aria-valuetext={t("crop.times", { zoom: focus.zoom.toFixed(2) })}
            onChange={(event) => onZoom(Number(event.target.value))}
          />
          <span className={styles.focusPlace}>{t("crop.times", { zoom: focus.zoom.toFixed(2) })}</span>
        </label>
      )}
      <div className={styles.focusFoot}>
        <span aria-live="polite" className={styles.focusPlace}>
          {t("focus.position", shares)}
        </span>
        {!disabled && own && (
          <Button small icon={Undo2} onClick={() => onChange(uncropped(image, format))}>
            {t("crop.reset")}
          </Button>
        )}
        {!disabled && !format && (
          <Button small icon={Trash2} onClick={onRemove}>
            {t("upload.remove")}
          </Button>
        )}
      </div>
    </div>
  );
}
