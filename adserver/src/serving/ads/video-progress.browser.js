// Reports the progress of the video in a banner: start, quartiles and end, each once. Skipped parts do not count as
// watched earlier: a quartile is reported when the playback position passes it.
(() => {
  const script = document.currentScript;
  const token = script.getAttribute("data-token");
  const origin = new URL(script.src).origin;
  const steps = [
    [0.25, "video_first_quartile"],
    [0.5, "video_midpoint"],
    [0.75, "video_third_quartile"],
  ];
  const told = new Set();
  const tell = (kind) => {
    if (told.has(kind)) return;
    told.add(kind);
    new Image().src = `${origin}/t/${kind}?t=${token}`;
  };
  const follow = (video) => {
    video.addEventListener("playing", () => tell("video_start"));
    video.addEventListener("timeupdate", () => {
      if (!(video.duration > 0) || video.seeking) return;
      for (const [share, kind] of steps) if (video.currentTime >= share * video.duration) tell(kind);
      if (video.loop && told.size === 4 && video.currentTime < 0.2 * video.duration) tell("video_complete");
    });
    video.addEventListener("ended", () => {
      for (const [, kind] of steps) tell(kind);
      tell("video_complete");
    });
  };
  const video = document.querySelector("video");
  if (video) follow(video);
})();
