/** The location of the additional styles of operators' pages. */
export const stylePath = "/operations.css";

export const style = `
main{max-width:1280px}
header{padding-inline:max(32px,calc(50% - 608px))}
h1{font-size:32px;line-height:38px}
.lead{max-width:720px;margin-bottom:20px}
.filters{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin:0 0 20px}
.filters label{display:grid;gap:4px;font-size:13px;line-height:18px;font-weight:560;color:var(--ink)}
select,input[type=search]{min-height:40px;max-width:100%;padding:0 12px;border:1px solid #86867E;border-radius:6px;background:var(--sheet);color:var(--ink);font:400 14px/21px "Inter Variable",Inter,system-ui,sans-serif}
button,.main{min-height:40px;font-size:14px}
button.plain{min-height:32px;padding:0 12px;border:1px solid #86867E;background:var(--sheet);color:var(--ink)}
button.plain:hover{background:var(--page)}
select:focus-visible,input:focus-visible,summary:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.sheet{margin:0 0 20px;border:1px solid var(--line);border-radius:8px;background:var(--sheet)}
.pad{padding:16px 20px}
table{width:100%;border-collapse:collapse;font-size:14px;line-height:21px}
th{padding:10px 20px;border-bottom:1px solid var(--line);text-align:left;font-size:12px;line-height:16px;font-weight:560;color:var(--ink2)}
td{padding:10px 20px;border-bottom:1px solid var(--line);vertical-align:top;color:var(--ink);overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.when{font-variant-numeric:tabular-nums;white-space:nowrap}
.soft{color:var(--ink2)}
.small{display:block;font-size:12px;line-height:16px;color:var(--ink2)}
.bad{color:var(--error)}.warn{color:var(--warn)}.good{color:var(--ok)}
.bad,.warn,.good{font-weight:560}
.note{padding:12px 16px;border:1px solid var(--line);border-left:3px solid var(--brand);border-radius:6px;background:var(--sheet);color:var(--ink)}
.note.bad{border-left-color:var(--error)}
pre{margin:8px 0 0;padding:12px;overflow-x:auto;border-radius:6px;background:var(--page);color:var(--ink);font:400 13px/20px ui-monospace,SFMono-Regular,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
summary{cursor:pointer;font-size:12px;line-height:20px;color:var(--ink2)}
.log td:nth-child(-n+3){width:1%;white-space:nowrap}
.pages{display:flex;justify-content:space-between;gap:16px;font-size:14px}
.pages a,.files a{min-height:44px;display:inline-flex;align-items:center}
.files{display:flex;flex-wrap:wrap;gap:0 20px;margin:0 0 12px}
.files a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.commands{list-style:none;margin:0;padding:0}
.commands li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 20px;padding:12px 20px;border-bottom:1px solid var(--line)}
.commands li:last-child{border-bottom:0}
.commands code{font:560 14px/21px ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--ink)}
.commands p{margin:0;font-size:14px;line-height:21px}
.commands div{flex:1 1 280px}
@media(max-width:480px){header{padding-inline:16px}}
@media(max-width:760px){
h1{font-size:26px;line-height:32px}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,td{display:block}
tr{padding:12px 16px;border-bottom:1px solid var(--line)}
tr:last-child{border-bottom:0}
td{display:grid;grid-template-columns:112px minmax(0,1fr);gap:12px;padding:3px 0;border:0}
td:empty{display:none}
td::before{content:attr(data-label);font-size:12px;line-height:21px;color:var(--ink2)}
.number{text-align:left}
.log td:nth-child(-n+3){width:auto;display:inline-block;margin-right:12px}
.log td::before{content:none}
.log td:last-child{display:block;margin:0}
.filters label,.filters select,.filters input{width:100%}
}
`;
