const hasMarks = /[^\p{ASCII}]/u;

/** Letters without marks, lower case: "Zürich" and "Zurich" are found by the same search. */
export function fold(text: string): string {
  const unmarked = hasMarks.test(text)
    ? text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("ß", "ss")
    : text;
  return unmarked.toLowerCase().trim();
}
