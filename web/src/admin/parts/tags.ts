/** Reads the tags of an event, which commas separate. */
export const readTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];
