// The tag of a publisher without an exchange. By placement, as the publisher's screen shows it:
// <div style="min-height:250px"><script async src="…/tag.js" data-placement="7" data-sizes="994x250 300x250"></script></div>
// or, on a site that the operator listed, by size:
// <script async src="…/tag.js" data-width="300" data-height="250" data-slot="article-top"></script>
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const query = new URLSearchParams();
  const byPlacement = script.getAttribute("data-placement");
  const box = byPlacement ? placementBox() : sizedBox();
  if (!box) return;

  /** The sizes that fit beside each other's width; on a page narrower than all of them there is no ad. */
  function placementBox() {
    const sizes = (script.getAttribute("data-sizes") || "").split(" ").map((size) => size.split("x").map(Number));
    const columnWidth = script.parentElement.clientWidth;
    const fitting = sizes.filter(([width, height]) => width > 0 && height > 0 && width <= columnWidth);
    if (fitting.length === 0) return fallBack();
    query.set("placement", byPlacement);
    query.set("sizes", fitting.map((size) => size.join("x")).join(","));
    return {
      width: Math.max(...fitting.map(([width]) => width)),
      height: Math.max(...fitting.map(([, height]) => height)),
    };
  }
  function sizedBox() {
    const width = Number(script.getAttribute("data-width"));
    const height = Number(script.getAttribute("data-height"));
    if (!(width > 0 && height > 0)) {
      console.warn("No ad: the tag needs data-width and data-height in pixels.", script);
      return undefined;
    }
    query.set("w", width);
    query.set("h", height);
    query.set("slot", script.getAttribute("data-slot") || "");
    return { width, height };
  }
  /** The page's own content where there is no ad: a <template> named by data-fallback. */
  function fallBack(frame) {
    const template = document.querySelector(script.getAttribute("data-fallback") || "litfass-none");
    if (!template?.content) return;
    if (frame) frame.remove();
    script.after(template.content.cloneNode(true));
  }

  const show = () => {
    const frame = document.createElement("iframe");
    // An ad that nobody scrolls to is not requested.
    frame.loading = "lazy";
    frame.src = `${origin}/frame?${query}`;
    frame.width = box.width;
    frame.height = box.height;
    frame.title = "Ad";
    // The ad server decides by the page's address, which some pages hide by their policy.
    frame.referrerPolicy = "no-referrer-when-downgrade";
    frame.style.border = "0";
    if (byPlacement) {
      // Ads may open windows and never navigate the page. The frame is of the ads origin, not of the page's.
      frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
      frame.style.display = "block";
      frame.style.margin = "0 auto";
      follow(frame);
    }
    script.after(frame);
  };

  /** What the frame reports: an empty one gives way to the page's content, others refresh if the placement allows. */
  function follow(frame) {
    let stop = () => {};
    window.addEventListener("message", ({ origin: sender, source, data }) => {
      if (sender !== origin || source !== frame.contentWindow || !data || !data.litfass) return;
      stop();
      const { got, refreshSeconds } = data.litfass;
      if (got === "empty") fallBack(frame);
      else if (refreshSeconds >= 30) stop = refreshAfter(frame, refreshSeconds);
    });
  }

  /** Requests the next ad after so many seconds in which half of the frame was in view on a visible page. */
  function refreshAfter(frame, seconds) {
    let isInView = false;
    let seen = 0;
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries[entries.length - 1].intersectionRatio >= 0.5;
      },
      { threshold: [0, 0.5] },
    );
    observer.observe(frame);
    const timer = setInterval(() => {
      if (isInView && document.visibilityState === "visible") seen += 1;
      if (seen < seconds) return;
      stop();
      query.set("refresh", "1");
      frame.src = `${origin}/frame?${query}`;
    }, 1000);
    function stop() {
      clearInterval(timer);
      observer.disconnect();
    }
    return stop;
  }

  /** A page's consent tool responds after its visitor has. Without one the visitor's country decides. */
  const showByTcf = () => {
    if (typeof window.__tcfapi !== "function") return show();
    let isShown = false;
    window.__tcfapi("addEventListener", 2, (data, success) => {
      if (isShown || !success || (data.gdprApplies && !["tcloaded", "useractioncomplete"].includes(data.eventStatus)))
        return;
      isShown = true;
      query.set("gdpr", data.gdprApplies ? "1" : "0");
      query.set("gdpr_consent", data.tcString || "");
      show();
    });
  };
  if (typeof window.__gpp !== "function") return showByTcf();
  let isKnown = false;
  window.__gpp("addEventListener", ({ pingData }, success) => {
    if (isKnown || !success || pingData.signalStatus !== "ready") return;
    isKnown = true;
    query.set("gpp", pingData.gppString || "");
    query.set("gpp_sid", (pingData.applicableSections || []).join(","));
    showByTcf();
  });
})();
