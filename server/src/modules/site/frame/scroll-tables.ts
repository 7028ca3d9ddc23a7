/** Rendered Markdown with a box around each table, in which a wide one scrolls, also by keyboard. */
export const scrollTables = (rendered: string): string =>
  rendered.replaceAll("<table>", '<div class="scroll" tabindex="0"><table>').replaceAll("</table>", "</table></div>");
