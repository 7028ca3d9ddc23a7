/** The look of the confirmation pages: the pillar's cap and plinth hold the sheet. Light and dark follow the system. */
export const confirmationStyle = `
@font-face{font-family:Inter;font-weight:400 500;font-display:swap;src:url(/billing/inter-400Regular.ttf)}
@font-face{font-family:Inter;font-weight:501 640;font-display:swap;src:url(/billing/inter-600SemiBold.ttf)}
@font-face{font-family:Inter;font-weight:641 900;font-display:swap;src:url(/billing/inter-700Bold.ttf)}
:root{color-scheme:light dark;--page:#F5F5F2;--sheet:#FFFFFF;--line:#E0E0DA;--ink:#121B26;--ink2:#4B5866;--caption:#5D6976;--link:#1767CE;--ok:#0E6B4F;--warn:#8A5300;--error:#B3202C;--brand:#338CF5}
@media(prefers-color-scheme:dark){:root{--page:#0C1219;--sheet:#131C26;--line:#243140;--ink:#F2F2EE;--ink2:#A9B4BF;--caption:#8D9AA7;--link:#6DB0FA;--ok:#4CC79A;--warn:#F0B429;--error:#FF8A80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);font:400 15px/24px Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;display:flex;flex-direction:column}
header{padding:24px 32px}
header a{display:inline-flex;align-items:center;gap:8px;color:var(--ink);text-decoration:none;font-weight:700;font-size:19px;letter-spacing:-.01em}
.mark{width:30px;height:30px}.k{fill:var(--ink)}
main{width:100%;max-width:544px;margin:auto;padding:16px 16px 96px}
.cap{height:12px;background:var(--ink);border-radius:3px}
.sheet{background:var(--sheet);margin:0 16px;padding:32px 32px 28px;border:solid var(--line);border-width:0 1px}
.sign{width:32px;height:32px;fill:none;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.sign.done{stroke:var(--ok)}.sign.waiting{stroke:var(--warn)}.sign.failed{stroke:var(--error)}
h1{font-size:26px;line-height:32px;font-weight:680;letter-spacing:-.015em;margin:14px 0 8px;text-wrap:balance}
p{margin:0;color:var(--ink2)}
dl{margin:24px 0 0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:24px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--caption)}dd{margin:0;font-weight:560;text-align:right}
nav{display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px;margin-top:28px}
nav a{color:var(--link);min-height:44px;display:inline-flex;align-items:center;font-weight:560}
nav .main{background:var(--brand);color:#0C1219;padding:0 20px;border-radius:6px;text-decoration:none}
nav .main:hover{background:#5BA4F8}
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
@media(max-width:480px){.sheet{margin:0 8px;padding:24px 20px}header{padding:16px}}
`;
