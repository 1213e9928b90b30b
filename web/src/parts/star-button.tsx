/** A star that adds an event to this browser's watchlist, or removes it. */
import { useText } from "../text/language.tsx";
import { toggleWatched, useWatchlist } from "./watchlist.ts";

type StarButtonProps = { readonly id: string; readonly title: string };

const STAR = "M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-2.9-5.4 2.9 1.1-6.1-4.5-4.3 6.1-.8z";

export function StarButton({ id, title }: StarButtonProps) {
  const { cards } = useText();
  const isWatched = useWatchlist().includes(id);
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isWatched}
      aria-label={cards.watch(title)}
      title={isWatched ? cards.watched : cards.notWatched}
      onClick={() => toggleWatched(id)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={STAR} />
      </svg>
    </button>
  );
}
