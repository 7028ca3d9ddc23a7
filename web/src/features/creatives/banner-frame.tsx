import { type Format, sizeOf } from "@litfass/contract/kernel/formats";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { CropMarks } from "../../ui/inputs/crop-marks.tsx";
import styles from "./banner.module.css";
import type { Shown } from "./omitted-formats.ts";

type BannerFrameProps = {
  format: Format;
  /** The drawn banner; null while it is not ready. */
  html: string | null;
  scale: number;
  /** Its name for screen readers. */
  title: string;
  /** A new number replays the banner's animation. */
  run?: number;
  onShown?: (format: Format, shown: Shown) => void;
};

/**
 * A live banner with crop marks. Its page comes from the server with a separate content security policy, because the
 * app's forbids the banner's script, and receives the banner as a message.
 */
export function BannerFrame({ format, html, scale, title, run = 0, onShown }: BannerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useRef(onShown);
  const [loads, setLoads] = useState(0);
  const { width, height } = sizeOf(format);

  useEffect(() => {
    heard.current = onShown;
  }, [onShown]);

  // Before the browser paints: the page may report immediately that it is ready.
  useLayoutEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (!source || source !== frame.current?.contentWindow) return;
      if (data?.kind === "ready") setLoads((now) => now + 1);
      if (data?.kind === "banner" && Array.isArray(data.shown)) {
        heard.current?.(format, { shown: data.shown.map(String), shortened: data.shortened === true });
      }
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [format]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` shows the same banner once more.
  useEffect(() => {
    // The page has an opaque origin, which cannot be named as a target.
    if (loads > 0 && html) frame.current?.contentWindow?.postMessage({ html }, "*");
  }, [html, loads, run]);

  return (
    <CropMarks className={styles.crop} style={{ width: width * scale, height: height * scale }}>
      <div className={styles.paper} inert>
        <iframe
          ref={frame}
          title={title}
          src="/creatives/frame"
          width={width}
          height={height}
          className={styles.frame}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </CropMarks>
  );
}
