import { parseTemplate, type Template } from "./template.ts";

/**
 * Small formats show logo, headline and button in the template's font, colors and ornament (`.mark`), because a
 * template's own composition would be illegible there. A picture appears where a square one fits. In a strip, a wide logo
 * is above the headline: beside it, its letters would be a few pixels high.
 */

const source = `<!--{"fonts":[],"slots":{},"picture":"optional"}-->
<style>
.st,.mb{display:flex;align-items:center;gap:10px;padding:0 10px 0 14px}
.st .mark,.mb .mark{position:absolute;left:0;top:0;bottom:0;width:5px;background:var(--accent);pointer-events:none}
.st .thumb,.mb .thumb{position:relative;inset:auto;flex:none;height:100%;aspect-ratio:1;overflow:hidden;background:var(--tint)}
.st .logo,.mb .logo{position:relative;inset:auto;flex:none;margin:0;padding:0;border-radius:4px;background:none;transform:none}
.st .logo img,.mb .logo img{max-width:var(--lx)}
.st .copy,.mb .copy{position:relative;inset:auto;flex:1;margin:0;padding:0;background:none;text-align:left;justify-content:center;--d1:12;--d0:12}
.st .t,.mb .t{position:static;display:block;margin:0;padding:0;background:none;width:auto;line-height:1.08}
.st .b,.mb .b{position:relative;inset:auto;flex:none;margin:0;padding:0 12px;font-size:14px;outline:0}
.st{gap:8px;padding:0 7px 0 13px}
.st .b{max-width:max(100px,calc(var(--w)*.27));height:min(38px,calc(var(--h) - 12px));padding:0 9px;font-size:13.5px}
.st .logo{--ls:38;--lx:calc(var(--w)*.165);--ly:calc(var(--h) - 18px)}
.st .copy{height:calc(var(--h) - 6px);--t1:20;--t0:14;--tm:12;--narrow:76}
.st .thumb{margin-left:-9px}
.st.broad{display:grid;grid-template:calc(var(--h)*.36) minmax(0,1fr)/minmax(0,1fr) auto;gap:0 8px;padding-top:3px;padding-bottom:3px}
.st.broad.pictured{grid-template-columns:auto minmax(0,1fr) auto}
.st.broad .thumb{grid-row:1/3;width:var(--h);height:var(--h);align-self:start;margin-top:-3px}
.st.broad .logo{grid-row:1;grid-column:-3;align-self:start;--ls:60;--lx:min(140px,calc(var(--w)*.42));--ly:calc(var(--h)*.28)}
.st.broad .copy{grid-row:2;grid-column:-3;height:calc(var(--h)*.64 - 6px);--t1:18;--t0:12}
.st.broad .b{grid-row:1/3;grid-column:-2}
.mb{display:grid;grid-template:calc(var(--h)*.56) calc(var(--h)*.44 - 8px)/minmax(0,1fr) auto;gap:0 10px;padding:0 10px 8px 16px;align-items:center}
.mb.pictured{grid-template-columns:auto minmax(0,1fr) auto;padding-left:5px}
.mb .thumb{grid-row:1/3;width:var(--h);height:var(--h);align-self:start}
.mb .copy{grid-column:1/3;height:calc(var(--h)*.56 - 6px);margin-top:4px;--t1:24;--t0:16;--tm:13;--narrow:76}
.mb.pictured .copy{grid-column:2/4}
.mb .logo{grid-row:2;grid-column:1;--ls:42;--lx:min(84px,calc(var(--w)*.26));--ly:calc(var(--h)*.3)}
.mb.pictured .logo{grid-column:2;--lx:calc(var(--w)*.22)}
.mb .b{grid-row:2;grid-column:-2;justify-self:end;max-width:calc(var(--w)*.42);height:calc(var(--h)*.44 - 10px)}
.mb.pictured .b{max-width:calc(var(--w)*.34)}
.plated.st .logo,.plated.mb .logo{background:var(--plate);padding:3px 5px}
.plated.st.broad .logo{padding:2px 5px}
.plated.st.broad .logo img{max-width:calc(var(--lx) - 10px);max-height:calc(var(--ly) - 4px)}
</style>
<i class="mark" aria-hidden="true"></i>{{#image}}<span class="thumb"><img class="pic" src="{{image}}" alt=""></span>{{/image}}{{#logo}}<span class="logo"><img src="{{logo}}" alt=""></span>{{/logo}}
<div class="copy" data-fit><h1 class="t" data-soft="{{soft}}">{{title}}</h1></div><span class="b" data-soft="{{softAction}}">{{action}}</span>`;

const small = parseTemplate(source);

/** A logo with this ratio is legible beside the headline. */
const widestBeside = 3;

/** Whether a strip's logo is above the headline. */
export const isBroad = ({ width, height }: { width: number; height: number }): boolean => width / height > widestBeside;

/** The template drawn as a small format. Its own rules for `.st` and `.mb` come last. */
export const asSmall = (template: Template): Template => {
  const ofShape = (line: string): boolean => /^\.(?:\w+\.)?(?:st|mb)\b/.test(line.trim());
  const lines = template.css.split("\n");
  const [own, general] = [lines.filter(ofShape), lines.filter((line) => !ofShape(line))];
  return {
    ...template,
    derive: null,
    css: [...general, small.css, ...own].join("\n"),
    nodes: small.nodes,
    logoOn: "bg",
  };
};
