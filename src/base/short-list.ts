/** Lists in hints: a list that is too long for its hint ends between two items, and says how many it leaves out. */

/** Characters of a list that leave room for the rest of a hint. */
const ROOM = 250;

type ListForm = {
  readonly separator?: string;
  /** Most characters of the list. */
  readonly room?: number;
};

/** Joins the first items that fit in the room, at least one; `left` counts the others. An item itself is never cut. */
export function joinFitting(
  items: readonly string[],
  { separator = ", ", room = ROOM }: ListForm = {},
): { readonly text: string; readonly left: number } {
  let used = -separator.length;
  const fitting = items.findIndex((item) => {
    used += separator.length + item.length;
    return used > room;
  });
  const shown = fitting === -1 ? items : items.slice(0, Math.max(fitting, 1));
  return { text: shown.join(separator), left: items.length - shown.length };
}

/** Joins the items that fit, as in "a, b and 3 more". */
export function joinShort(items: readonly string[], form: ListForm = {}): string {
  const { text, left } = joinFitting(items, form);
  return left === 0 ? text : `${text} and ${left} more`;
}

/** Cuts a text that is too long after a whole word, so that no id in it is cut in the middle. */
export function cutAfterWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most);
  return `${text.slice(0, end <= 0 ? most : end)}...`;
}
