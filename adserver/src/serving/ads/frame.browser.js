// In the frame of a placement: tells the publisher's tag what the frame shows and when it may request the next ad.
(() => {
  const { page, got, refresh } = document.currentScript.dataset;
  window.parent.postMessage({ litfass: { got, refreshSeconds: Number(refresh) } }, page);
})();
