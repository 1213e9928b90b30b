/** Positions labels in a column near the ends of their lines, so that none covers another. */

export type Column = { readonly height: number; readonly gap: number };

/**
 * Moves positions apart to at least `gap`, within `height` if all of them fit. Their order stays: labels of equal positions
 * keep that of the list.
 */
export function spreadApart(positions: readonly number[], { height, gap }: Column): readonly number[] {
  const order = positions.map((_, index) => index).toSorted((a, b) => at(positions, a) - at(positions, b));
  const half = gap / 2;
  const placed: number[] = [];
  for (const [place, index] of order.entries()) {
    const lowest = place === 0 ? half : at(placed, place - 1) + gap;
    placed.push(Math.max(at(positions, index), lowest));
  }
  let highest = Math.max(height - half, half + gap * (placed.length - 1));
  for (let place = placed.length - 1; place >= 0; place -= 1) {
    placed[place] = Math.min(at(placed, place), highest);
    highest = at(placed, place) - gap;
  }
  return positions.map((_, index) => at(placed, order.indexOf(index)));
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0;
