/** Scales each banner to the width of the screen, and says so. */
export const previewScript = `
const fit = () => {
  for (const ad of document.querySelectorAll(".ad")) {
    const {width, height} = ad.dataset;
    const scale = Math.min(1, ad.parentElement.clientWidth / width);
    ad.style.width = width * scale + "px";
    ad.style.height = height * scale + "px";
    ad.firstElementChild.style.transform = "scale(" + scale + ")";
    ad.parentElement.querySelector("span").textContent = scale < 1 ? " (" + Math.round(scale * 100) + "%)" : "";
  }
};
addEventListener("resize", fit);
fit();`;

export const previewStyle = `
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1c232b;font:16px/1.5 system-ui,sans-serif;color-scheme:light}
header,main{max-width:1034px;margin:0 auto;padding:20px}
header{border-bottom:1px solid #d9dde2}
h1{margin:0 0 4px;font-size:20px;line-height:28px}
header p,.note{margin:0;color:#4c5764;overflow-wrap:anywhere}
header p+p{margin-top:4px}
a{color:inherit}
figure{margin:24px 0}
.ad{overflow:hidden;max-width:100%}
.ad iframe{display:block;border:0;transform-origin:0 0}
figcaption{margin-top:6px;font-size:13px;line-height:18px;color:#4c5764}
.lines{display:grid;gap:12px;margin:24px 0}
.lines i{height:12px;border-radius:6px;background:#edf0f3}
.lines i:last-child{width:62%}
video{display:block;width:100%;height:auto;max-height:80vh;background:#000}
audio{display:block;width:100%}
.note{white-space:pre-line}
.native{max-width:360px;border:1px solid #d9dde2;border-radius:10px;overflow:hidden}
.native>div{display:grid;gap:6px;padding:14px 16px 16px}
.native p{margin:0;color:#4c5764;overflow-wrap:anywhere}
.native strong{font-size:17px;line-height:22px;overflow-wrap:anywhere}
.native small{color:#4c5764}
.picture{display:block;width:100%;aspect-ratio:1.91;object-fit:cover}
.foot{display:flex;align-items:center;gap:12px;margin-top:6px}
.foot img{max-width:96px;max-height:36px}
.foot span{margin-left:auto;padding:6px 14px;border:1px solid #1c232b;border-radius:8px;font-weight:600}
`;
