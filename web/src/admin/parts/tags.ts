/** Labels of an event, with commas between them. */
export const readTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];
