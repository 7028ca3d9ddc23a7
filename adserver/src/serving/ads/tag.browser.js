// The tag of a publisher without an exchange:
// <script async src="…/tag.js" data-width="300" data-height="250" data-slot="article-top"></script>
(() => {
  const script = document.currentScript;
  const width = Number(script.getAttribute("data-width"));
  const height = Number(script.getAttribute("data-height"));
  if (!(width > 0 && height > 0)) {
    console.warn("No ad: the tag needs data-width and data-height in pixels.", script);
    return;
  }
  const query = new URLSearchParams({
    w: width,
    h: height,
    slot: script.getAttribute("data-slot") || "",
  });
  const show = () => {
    const frame = document.createElement("iframe");
    // An ad that nobody scrolls to is not requested.
    frame.loading = "lazy";
    frame.src = `${new URL(script.src).origin}/frame?${query}`;
    frame.width = width;
    frame.height = height;
    frame.title = "Ad";
    // The ad server decides by the page's address, which some pages hide by their policy.
    frame.referrerPolicy = "no-referrer-when-downgrade";
    frame.style.border = "0";
    script.after(frame);
  };
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
