/** Shows the fills of one order as one row, though the exchange lists each match. */
import { addLots, averagePrice, cost, micros, ticks } from "../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../src/core/units.ts";

/** Joins neighbours with the same name; rows without a name stay alone. */
export function joinNeighbours<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | undefined,
  join: (first: Row, second: Row) => Row,
): readonly Row[] {
  const joined: Row[] = [];
  let last: string | undefined;
  for (const row of rows) {
    const name = nameOf(row);
    const before = joined.at(-1);
    if (before !== undefined && name !== undefined && name === last)
      joined[joined.length - 1] = join(before, row);
    else joined.push(row);
    last = name;
  }
  return joined;
}

type Fill = { readonly price: Ticks; readonly size: Lots };

const MICROS_PER_TICK = 100;

/** Joins two fills: the sizes add up, and the price is the average one. */
export function joinFills<One extends Fill>(first: One, second: One): One {
  const size = addLots(first.size, second.size);
  const money = micros(cost(first.size, first.price) + cost(second.size, second.price));
  return { ...first, size, price: ticks(Math.round(averagePrice(money, size) / MICROS_PER_TICK)) };
}
