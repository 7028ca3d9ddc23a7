/**
 * Scripts of ad servers and containers that banners include by convention. They are not loaded: the banner runtime
 * emulates them and sends their exits to the click URL.
 */
const platformScripts = [
  /^(?:https?:)?\/\/s0\.2mdn\.net\/ads\/studio\/Enabler\.js/i,
  /^(?:https?:)?\/\/(?:tpc\.googlesyndication\.com|www\.gstatic\.com)\/pagead\/gadgets\/html5\/api\/exitapi\.js/i,
  /^(?:https?:)?\/\/s1\.adform\.net\/banners\/scripts\/[\w./-]*Adform\.DHTML\.js/i,
  /^(?:https?:)?\/\/(?:secure-)?ds\.serving-sys\.com\/[\w./-]*(?:EBLoader|adkit)\.js/i,
  /^(?:https?:)?\/\/cdn\.flashtalking\.com\/frameworks\/js\/api\/[\w./-]*html5API\.js/i,
  /^(?:[\w./-]*\/)?(?:mraid|EBLoader|Enabler(?:_\d{1,4}){0,4})\.js$/,
];

export const isPlatformScript = (address: string): boolean =>
  platformScripts.some((pattern) => pattern.test(address.trim()));
