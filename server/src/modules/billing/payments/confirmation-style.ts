/**
 * Additional styles of the confirmation pages: a cap and a plinth around the card. Light and dark follow the system.
 */
export const confirmationStyle = `
@font-face{font-family:Inter;font-weight:400 500;font-display:swap;src:url(/billing/inter-400Regular.ttf)}
@font-face{font-family:Inter;font-weight:501 640;font-display:swap;src:url(/billing/inter-600SemiBold.ttf)}
@font-face{font-family:Inter;font-weight:641 900;font-display:swap;src:url(/billing/inter-700Bold.ttf)}
body{min-height:100vh;font-size:15px;line-height:24px;display:flex;flex-direction:column}
header{border-bottom:0}
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
nav{align-items:center;gap:12px 24px;margin:28px 0 0}
nav a{font-weight:560}
@media(max-width:480px){main{padding:16px 8px 72px}.sheet{margin:0 8px;padding:24px 20px}h1{font-size:26px;line-height:32px}}
`;
