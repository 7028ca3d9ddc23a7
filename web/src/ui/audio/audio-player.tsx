import { Pause, Play } from "lucide-react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import styles from "./audio-player.module.css";

type AudioPlayerProps = {
  /** Names the player for screen readers. */
  name: string;
  /** The same spot in several encodings, the best one first. */
  sources: readonly { url: string; type?: string }[];
  /** Bars from 0 to 100; without them only the time is shown. */
  waveform?: readonly number[] | undefined;
  /** The length in seconds, until the file is loaded. */
  duration?: number;
};

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const barWidth = 4;
const barGap = 2;
const height = 56;
/** Seconds that one press of an arrow key moves. */
const step = 1;

/** Plays a spot: a button, and its waveform as a slider. */
export function AudioPlayer({ name, sources, waveform, duration = 0 }: AudioPlayerProps) {
  const { t } = useTranslation("ui");
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(duration);
  const [isBroken, setIsBroken] = useState(false);
  // Follows each frame while it plays: the browser's own events come four times a second.
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      setAt(audio.current?.currentTime ?? 0);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  function toggle() {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    element.play().catch(() => setIsBroken(true));
  }
  function seek(event: ChangeEvent<HTMLInputElement>) {
    const seconds = Number(event.target.value);
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  }
  const share = length > 0 ? Math.min(1, at / length) : 0;
  const shown = t("audio.position", { at: clock(at), length: clock(length) });
  return (
    <section className={styles.player} aria-label={name}>
      <button
        type="button"
        className={styles.button}
        onClick={toggle}
        aria-label={t(isPlaying ? "audio.pause" : "audio.play", { name })}
      >
        <Icon of={isPlaying ? Pause : Play} size={20} />
      </button>
      <div className={styles.track}>
        {waveform ? <Waveform bars={waveform} share={share} /> : <div className={styles.line} aria-hidden="true" />}
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={length}
          step={step}
          value={Math.min(at, length)}
          onChange={seek}
          aria-label={t("audio.seek", { name })}
          aria-valuetext={shown}
        />
      </div>
      <span className={styles.time}>{shown}</span>
      {isBroken && (
        <p className={styles.broken} role="alert">
          {t("audio.broken")}
        </p>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: what is said is shown as a transcript below the player. */}
      <audio
        ref={audio}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setLength(currentTarget.duration)
        }
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onEnded={({ currentTarget }) => {
          currentTarget.currentTime = 0;
          setAt(0);
        }}
      >
        {sources.map(({ url, type }, at) => (
          // The browser tries one after the other.
          <source key={url} src={url} type={type} onError={() => at === sources.length - 1 && setIsBroken(true)} />
        ))}
      </audio>
    </section>
  );
}

/** Bars around a middle line, those already played in the accent color. */
function Waveform({ bars, share }: { bars: readonly number[]; share: number }) {
  const width = bars.length * (barWidth + barGap);
  return (
    <svg
      className={styles.waveform}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {bars.map((peak, at) => {
        const x = at * (barWidth + barGap);
        const tall = Math.max(2, (peak / 100) * height);
        return (
          <rect
            key={x}
            x={x}
            y={(height - tall) / 2}
            width={barWidth}
            height={tall}
            className={classNames(styles.bar, (at + 0.5) / bars.length <= share && styles.played)}
          />
        );
      })}
    </svg>
  );
}
