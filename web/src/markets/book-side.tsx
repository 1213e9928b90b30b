/** The bids or the asks of a book, with the best price next to the middle. */
import type { Level } from "../live/order-book.ts";
import type { Lots, Ticks } from "../../../src/core/units.ts";
import { OwnMark } from "../mine/own-mark.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { addDepth } from "./book-depth.ts";
import type { DepthLevel } from "./book-depth.ts";

export type Side = "bids" | "asks";

/** The level under the pointer or with the focus, up to which the book is summed. */
export type SummedLevel = { readonly side: Side; readonly price: Ticks };

type BookSideProps = {
  readonly side: Side;
  /** Levels from the best price on. */
  readonly levels: readonly Level[];
  /** Depth in shares whose bar fills a whole row. */
  readonly maxDepth: Lots;
  readonly onPick: (price: Ticks) => void;
  readonly summed: SummedLevel | undefined;
  readonly onSummed: (summed: SummedLevel | undefined) => void;
  /** Id of the element with the sum. */
  readonly sumId: string;
};

export function BookSide({ side, levels, summed, ...shared }: BookSideProps) {
  const { book: text } = useText().markets;
  const rows = addDepth(levels);
  const last = summed?.side === side ? rows.findIndex(({ price }) => price === summed.price) : -1;
  const shown = rows.map((level, index) => ({ level, isSummed: index <= last, isLast: index === last }));
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
      {(side === "asks" ? shown.toReversed() : shown).map((row) => (
        <BookRow key={row.level.price} side={side} {...row} {...shared} />
      ))}
    </tbody>
  );
}

type BookRowProps = Omit<BookSideProps, "levels" | "summed"> & {
  readonly level: DepthLevel;
  /** True for the levels up to the pointer. */
  readonly isSummed: boolean;
  readonly isLast: boolean;
};

function BookRow({ side, level, maxDepth, onPick, onSummed, ...row }: BookRowProps) {
  const { price, size, depth, value } = level;
  const { book: text } = useText().markets;
  const formats = useFormats();
  const cents = formats.cents(price);
  const sum = (): void => onSummed({ side, price });
  return (
    <tr
      className={row.isSummed ? "summed" : ""}
      style={{ backgroundSize: `${Math.round((depth / Math.max(maxDepth, 1)) * 100)}% 100%` }}
      onPointerEnter={sum}
    >
      <td>
        <button
          type="button"
          className="level-price"
          aria-label={text.pick(cents)}
          aria-describedby={row.isLast ? row.sumId : undefined}
          onClick={() => onPick(price)}
          onFocus={sum}
          onBlur={() => onSummed(undefined)}
        >
          {cents}
        </button>
        <OwnMark side={side} price={price} />
      </td>
      <td className="number">{formats.shares(size)}</td>
      <td className="number soft">{formats.money(value)}</td>
    </tr>
  );
}
