type Row = { name: string; size: number; segment_ids: string[] };

/**
 * Parses a pasted catalog: name; people; segment ids separated by commas or spaces. `unreadable` is the number of the
 * first invalid line, or null.
 */
export function audiencesIn(text: string): { audiences: Row[]; unreadable: number | null } {
  const audiences: Row[] = [];
  let unreadable: number | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [name = "", people = "", segments = ""] = line.split(";").map((part) => part.trim());
    const size = Number(people.replace(/['’\s]/g, ""));
    const segment_ids = segments.split(/[,\s]+/).filter((id) => id !== "");
    if (name === "" || people === "" || !Number.isInteger(size) || size < 0 || segment_ids.length === 0) {
      unreadable ??= at + 1;
    } else audiences.push({ name, size, segment_ids });
  }
  return { audiences, unreadable };
}
