/** Labels at the ends of a chart's lines: the names with their current chances. */
import { useFormats } from "../../text/language.tsx";
import type { DrawnLine } from "./chart-line.ts";
import { spreadApart } from "./sample-lines.ts";

/** Vertical positions of the lines' ends in pixels, by token; `undefined` for lines that are not drawn. */
export type EndHeights = ReadonlyMap<string, number>;

type LineEndsProps = {
  readonly lines: readonly DrawnLine[];
  readonly heights: EndHeights;
  /** Height of the drawing in pixels. */
  readonly height: number;
};

/** Height of a label in pixels. */
const LABEL_HEIGHT = 20;

export function LineEnds({ lines, heights, height }: LineEndsProps) {
  const formats = useFormats();
  const lineEnds = lines.flatMap((line) => {
    const y = heights.get(line.tokenId);
    return y === undefined || line.now === undefined ? [] : [{ ...line, y, now: line.now }];
  });
  const tops = spreadApart(
    lineEnds.map(({ y }) => y),
    { height, gap: LABEL_HEIGHT },
  );
  // Hidden from screen readers: the legend and the large number have the same content.
  return (
    <div className="line-ends" aria-hidden="true">
      {lineEnds.map(({ tokenId, y, colour }) => (
        <span key={tokenId} className={`end-dot line-${colour + 1}`} style={{ top: `${y}px` }} />
      ))}
      {lineEnds.map(({ tokenId, name, now, colour }, index) => (
        <span
          key={tokenId}
          className={`end-label line-${colour + 1}`}
          style={{ top: `${tops[index] ?? 0}px` }}
        >
          <span className="end-name">{name}</span> <strong>{formats.chance(now)}</strong>
        </span>
      ))}
    </div>
  );
}
