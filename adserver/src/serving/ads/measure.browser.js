// Measures whether an ad is viewable: half of its pixels for one second (two for a video), 30 % of the pixels where
// it is larger than 242,500. Runs in the page that shows the ad; requests the URL in data-measured once it can tell how
// much of the ad is in view, and the URL in data-viewable once it was viewable.
(() => {
  const largePixels = 242500;
  const request = (url) => {
    if (url) new Image().src = url;
  };
  // Only counted impressions are measured, so the impression pixel has to arrive first.
  const afterPixel = (ad, run) => {
    const impression = ad.getAttribute("data-impression");
    const pixel = [...ad.querySelectorAll("img")].find((image) => image.getAttribute("src") === impression);
    if (!pixel || pixel.complete) return run();
    for (const end of ["load", "error"]) pixel.addEventListener(end, run, { once: true });
  };
  const measure = (ad) => {
    if (ad.hasAttribute("data-litfass-observed")) return;
    ad.setAttribute("data-litfass-observed", "");
    const share = ad.offsetWidth * ad.offsetHeight >= largePixels ? 0.3 : 0.5;
    const wantedMs = ad.getAttribute("data-medium") === "video" ? 2000 : 1000;
    let timer;
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    let isInView = false;
    let isMeasured = false;
    const update = () => {
      if (!isInView || document.visibilityState === "hidden") return stop();
      timer ??= setTimeout(() => {
        observer.disconnect();
        document.removeEventListener("visibilitychange", update);
        request(ad.getAttribute("data-viewable"));
      }, wantedMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!isMeasured) afterPixel(ad, () => request(ad.getAttribute("data-measured")));
        isMeasured = true;
        isInView = entries[entries.length - 1].intersectionRatio >= share;
        update();
      },
      { threshold: [share] },
    );
    document.addEventListener("visibilitychange", update);
    observer.observe(ad);
  };
  for (const ad of document.querySelectorAll("[data-litfass-ad]")) measure(ad);
})();
