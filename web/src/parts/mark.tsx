/** The mark of an event: its picture, or the first letters of its title on a colour of its own. */

type MarkProps = { readonly title: string; readonly image: string };

const COLOURS = 8;

export function Mark({ title, image }: MarkProps) {
  // The page's policy allows pictures of its own address alone.
  if (image.startsWith("/") && !image.startsWith("//"))
    return <img className="event-mark" src={image} alt="" width="48" height="48" />;
  return (
    <span className={`event-mark mark-${colourOf(title)}`} aria-hidden="true">
      {initialsOf(title)}
    </span>
  );
}

/** Picks a colour that is the same for equal titles. */
const colourOf = (title: string): number =>
  [...title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % COLOURS;

/** The words that begin questions say nothing about them. */
const EMPTY_WORDS = /^(?:will|does|do|is|are|the|a|an|who|which|what|how|when|in|of|on|to|by)$/i;

function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !EMPTY_WORDS.test(word));
  const [first = words[0] ?? "?", second = ""] = telling;
  return ([...first].slice(0, 1).join("") + [...second].slice(0, 1).join("")).toUpperCase();
}
