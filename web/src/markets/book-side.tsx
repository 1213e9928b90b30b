/** The bids or the asks of a book, with the best price next to the middle. */
import type { Level } from "../live/order-book.ts";
import type { Lots, Ticks } from "../../../src/core/units.ts";
import { useFormats, useText } from "../text/language.tsx";
import { addDepth } from "./book-depth.ts";
import type { DepthLevel } from "./book-depth.ts";

type BookSideProps = {
  readonly side: "bids" | "asks";
  /** Levels from the best price on. */
  readonly levels: readonly Level[];
  /** Depth in shares whose bar fills a whole row. */
  readonly maxDepth: Lots;
  readonly onPick: (price: Ticks) => void;
};

export function BookSide({ side, levels, maxDepth, onPick }: BookSideProps) {
  const { book: text } = useText().markets;
  const rows = addDepth(levels);
  return (
    <tbody className={side}>
      <tr className="side-name">
        <th scope="rowgroup" colSpan={3}>
          <span className="visually-hidden">{text[side]}</span>
        </th>
      </tr>
      {rows.length === 0 && (
        <tr>
          <td colSpan={3} className="soft">
            {side === "bids" ? text.noBids : text.noAsks}
          </td>
        </tr>
      )}
      {(side === "asks" ? rows.toReversed() : rows).map((level) => (
        <BookRow key={level.price} {...{ level, maxDepth, onPick }} />
      ))}
    </tbody>
  );
}

type BookRowProps = Pick<BookSideProps, "maxDepth" | "onPick"> & { readonly level: DepthLevel };

function BookRow({ level: { price, size, depth, value }, maxDepth, onPick }: BookRowProps) {
  const { book: text } = useText().markets;
  const formats = useFormats();
  const cents = formats.cents(price);
  return (
    <tr style={{ backgroundSize: `${Math.round((depth / Math.max(maxDepth, 1)) * 100)}% 100%` }}>
      <td>
        <button
          type="button"
          className="level-price"
          aria-label={text.pick(cents)}
          onClick={() => onPick(price)}
        >
          {cents}
        </button>
      </td>
      <td className="number">{formats.shares(size)}</td>
      <td className="number soft">{formats.money(value)}</td>
    </tr>
  );
}
