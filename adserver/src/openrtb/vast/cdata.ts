/** Text in a CDATA section, which only its end marker could break. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]%3E")}]]>`;
