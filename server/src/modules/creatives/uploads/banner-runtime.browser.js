// Runs before anything else in an uploaded banner. Every exit that banners use leads to the click URL, where the ad
// server counts the click; the interfaces of other ad servers are emulated.
(() => {
  const { hasExit } = OPTIONS;
  const click = String(window.clickTag || "");
  const open = window.open.bind(window);
  let hasExited = false;
  const exit = () => {
    hasExited = true;
    if (click !== "") open(click, "_blank");
    return null;
  };
  const later = (call, ...input) => {
    if (typeof call === "function") setTimeout(call, 0, ...input);
  };

  // Banners look for the click URL under many names, as variables and in their own URL.
  const names =
    "clickTAG ClickTag ClickTAG clicktag Clicktag clickTag1 clickTAG1 clicktag1 clickTag2 clickTAG2 click_tag".split(
      " ",
    );
  for (const name of names) window[name] = click;
  if (click !== "") {
    try {
      const query = new URLSearchParams(location.search);
      for (const name of ["clickTag", ...names]) query.set(name, click);
      history.replaceState(null, "", `?${query}`);
    } catch {
      // The URL stays as it is.
    }
  }
  window.open = exit;
  addEventListener(
    "click",
    (event) => {
      hasExited = false;
      const link = event.target instanceof Element ? event.target.closest("a[href], area[href]") : null;
      const href = link?.getAttribute("href")?.trim() ?? "#";
      if (!/^(#|javascript:)/i.test(href)) {
        event.preventDefault();
        exit();
      } else if (!hasExit) {
        setTimeout(() => hasExited || exit());
      }
    },
    true,
  );

  // Interfaces of other ad servers: unnamed members do nothing.
  const api = (own) =>
    new Proxy(own, {
      get: (target, name) =>
        name in target || typeof name === "symbol" || name === "then" ? target[name] : () => undefined,
    });
  const constants = new Proxy({}, { get: (_, name) => String(name) });
  const isClick = (name) => /click_?tag|clickthrough/i.test(String(name));
  const variable = (name, fallback) => (isClick(name) ? click : /target/i.test(String(name)) ? "_blank" : fallback);
  const hasHappened = (type) => /init|load|visible|viewable|ready|instantads/i.test(String(type));
  const on = (type, call) => hasHappened(type) && later(call, { type });
  const same = (value) => value;
  const yes = () => true;
  window.studio = { events: { StudioEvent: constants }, video: constants, Enabler: constants };
  window.Enabler = api({
    addEventListener: on,
    isInitialized: yes,
    isPageLoaded: yes,
    isVisible: yes,
    isServingInLiveEnvironment: yes,
    callAfterInitialized: later,
    callAfterVisible: later,
    loadModule: (_, call) => later(call),
    exit,
    exitOverride: exit,
    exitQueryString: exit,
    dynamicExit: exit,
    getUrl: same,
    getFilename: same,
    getParameter: variable,
  });
  window.ExitApi = api({ exit, delayedExit: exit });
  window.mraid = api({
    addEventListener: (type, call) => hasHappened(type) && later(call, true),
    open: exit,
    getState: () => "default",
    getVersion: () => "2.0",
    isViewable: yes,
    supports: () => false,
    getPlacementType: () => "inline",
  });
  window.EBG = { EventName: constants, VideoModule: constants, Adaptors: constants };
  window.EB = api({
    addEventListener: on,
    isInitialized: yes,
    clickthrough: exit,
    clickthroughDefault: exit,
    getAssetUrl: same,
  });
  window.adkit = api({ onReady: later, onVisible: later, clickthrough: exit });
  window.adKit = window.adkit;
  window.dhtml = api({ getVar: variable, getAsset: (_, fallback) => fallback, external: api({}) });
  window.Adform = api({ getClickURL: () => click, getVar: variable, getAsset: (_, fallback) => fallback });
  window.FT = function FT() {
    const applyClickTag = (element) => element?.addEventListener("click", exit);
    return api({ on, addEventListener: on, clickTag: exit, applyClickTag, applyButton: applyClickTag });
  };
  window.myFT = new window.FT();
  // Adform's usual snippet writes a script with this URL into the page.
  window.API_URL = URL.createObjectURL(new Blob([""], { type: "text/javascript" }));

  // A banner's origin is opaque: storage that would throw becomes a plain object for the banner's lifetime.
  const storage = () => {
    const kept = new Map();
    return {
      getItem: (name) => kept.get(String(name)) ?? null,
      setItem: (name, value) => void kept.set(String(name), String(value)),
      removeItem: (name) => void kept.delete(String(name)),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size;
      },
    };
  };
  const defined = (object, name, property) => Object.defineProperty(object, name, { configurable: true, ...property });
  defined(window, "localStorage", { value: storage() });
  defined(window, "sessionStorage", { value: storage() });
  defined(document, "cookie", { get: () => "", set: () => undefined });

  // Images and videos are requested with CORS, so that a canvas may read what was drawn from them.
  for (const type of [HTMLImageElement, HTMLMediaElement]) {
    const own = Object.getOwnPropertyDescriptor(type.prototype, "src");
    defined(type.prototype, "src", {
      ...own,
      set(value) {
        if (!this.crossOrigin && !/^(data|blob):/i.test(value)) this.crossOrigin = "anonymous";
        own.set.call(this, value);
      },
    });
  }

  // Publishers require animation to end within 30 seconds.
  setTimeout(() => {
    for (const animation of document.getAnimations()) animation.pause();
    const { gsap, TweenMax, TimelineLite, createjs } = window;
    gsap?.globalTimeline?.pause();
    TweenMax?.pauseAll?.();
    if (!gsap && !TweenMax) TimelineLite?._rootTimeline?.pause?.();
    if (createjs?.Ticker) createjs.Ticker.paused = true;
    for (const video of document.querySelectorAll("video[loop], video[autoplay]")) video.pause();
  }, 30_000);
})();
