// Measures whether an ad is viewable: half of its pixels for one second (two for a video), 30 % of the pixels where
// it is larger than 242,500. Runs in the page that shows the ad; requests the URL in data-viewable once.
(() => {
  const largePixels = 242500;
  const measure = (ad) => {
    if (ad.hasAttribute("data-litfass-measured")) return;
    ad.setAttribute("data-litfass-measured", "");
    const share = ad.offsetWidth * ad.offsetHeight >= largePixels ? 0.3 : 0.5;
    const wantedMs = ad.getAttribute("data-medium") === "video" ? 2000 : 1000;
    let timer;
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    let isInView = false;
    const update = () => {
      if (!isInView || document.visibilityState === "hidden") return stop();
      timer ??= setTimeout(() => {
        observer.disconnect();
        document.removeEventListener("visibilitychange", update);
        new Image().src = ad.getAttribute("data-viewable");
      }, wantedMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
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
