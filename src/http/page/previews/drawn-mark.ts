/**
 * The mark of an event without a picture, and of a wallet: a few shapes in matching colours. The mark follows from the
 * id or the address, so that everybody sees the same mark.
 */
import { createDraws } from "../../../core/people/generated-name.ts";

/** Shapes in a square with sides of 44, its origin at the top left. */
export type DrawnMark = {
  readonly ground: string;
  readonly shapes: readonly MarkShape[];
};

/** An SVG path and its colour. */
export type MarkShape = { readonly path: string; readonly fill: string };

/** Colours of the background, the large shape and the small one. */
const PALETTES = [
  ["#1f4fd8", "#6f97ff", "#ffd166"],
  ["#0b6b4f", "#3fbf92", "#f4e285"],
  ["#8a2fb0", "#d58cf2", "#ffe0a3"],
  ["#b3541e", "#ffa866", "#fff0d6"],
  ["#0f4c75", "#4aa3df", "#ffe28a"],
  ["#7a1f3d", "#e4688f", "#ffd9c7"],
  ["#3b3a8f", "#8f8df0", "#a8f0d1"],
  ["#1d5b5b", "#59b8b0", "#ffcf9c"],
  ["#6b4a00", "#d9a521", "#fff3c4"],
  ["#2b2f3a", "#7d8aa5", "#8fe3c0"],
  ["#9c2b2b", "#f08a7a", "#ffe8c2"],
  ["#28527a", "#7fb2e5", "#f7c6d9"],
] as const;

const SIDE = 44;
const CORNERS = [
  [0, 0],
  [SIDE, 0],
  [SIDE, SIDE],
  [0, SIDE],
] as const;

export function drawMark(name: string): DrawnMark {
  const draw = createDraws(name);
  const [ground, large, small] = PALETTES[draw(PALETTES.length)] ?? PALETTES[0];
  const [x, y] = CORNERS[draw(CORNERS.length)] ?? CORNERS[0];
  const radius = 24 + draw(10);
  const shapes = [
    { path: circle({ x, y, radius }), fill: large },
    draw(2) === 0
      ? { path: circle({ x: 14 + draw(17), y: 14 + draw(17), radius: 6 + draw(5) }), fill: small }
      : {
          path: halfCircle({ x: 14 + draw(17), y: 14 + draw(17), radius: 9 + draw(5) }, draw(4)),
          fill: small,
        },
  ];
  return { ground, shapes };
}

type Circle = { readonly x: number; readonly y: number; readonly radius: number };

const circle = ({ x, y, radius: r }: Circle): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Draws half of a circle, rotated by a number of quarter turns. */
function halfCircle({ x, y, radius: r }: Circle, quarters: number): string {
  const turns: readonly (readonly [number, number])[] = [
    [r, 0],
    [0, r],
    [-r, 0],
    [0, -r],
  ];
  const [dx, dy] = turns[quarters] ?? [r, 0];
  return `M${x - dx} ${y - dy}A${r} ${r} 0 0 1 ${x + dx} ${y + dy}z`;
}
