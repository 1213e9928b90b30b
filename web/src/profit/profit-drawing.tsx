/** Draws profit with its axes, and shows the numbers of the time under the pointer in a box beside it. */
import { useMemo, useState } from "react";
import type { PointerEvent } from "react";
import { useFormats, useText } from "../text/language.tsx";
import type { ProfitPoint } from "./profit-query.ts";
import { nearestPoint, profitShapeOf } from "./profit-shape.ts";
import type { ProfitShape } from "./profit-shape.ts";
import { ProfitTooltip } from "./profit-tooltip.tsx";

type DrawingProps = { readonly points: readonly ProfitPoint[] };

export function ProfitDrawing({ points }: DrawingProps) {
  const { profit } = useText();
  const formats = useFormats();
  const shape = useMemo(() => profitShapeOf(points), [points]);
  const [at, setAt] = useState<number>();
  const [first, last] = [points[0], points.at(-1)];
  const pointed = at === undefined ? undefined : points[at];
  function trackPointer({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(nearestPoint(shape, ((clientX - left) / width) * 100));
  }
  return (
    <div className="profit-drawing">
      <AmountAxis shape={shape} />
      <div
        className="profit-plot"
        role="img"
        aria-label={
          first && last
            ? profit.picture(
                formats.dateTime(first.at),
                formats.change(first.total),
                formats.change(last.total),
              )
            : profit.title
        }
        onPointerMove={trackPointer}
        onPointerDown={trackPointer}
        onPointerLeave={() => setAt(undefined)}
      >
        <Lines shape={shape} />
        {pointed !== undefined && (
          <ProfitTooltip point={pointed} x={shape.xs[at ?? 0] ?? 0} y={shape.ys[at ?? 0] ?? 0} />
        )}
      </div>
      <TimeAxis shape={shape} />
    </div>
  );
}

type ShapeProps = { readonly shape: ProfitShape };

const Lines = ({ shape: { amounts, zero, area, realized, total } }: ShapeProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    {amounts.map(({ amount, y }) => (
      <path key={amount} className="profit-grid" d={`M0 ${y}H100`} />
    ))}
    <path className="profit-area" d={area} />
    <path className="profit-zero" d={`M0 ${zero}H100`} />
    <path className="profit-realized" d={realized} />
    <path className="profit-total" d={total} />
  </svg>
);

/** Draws the amounts' axis. It is hidden from screen readers, which have the table. */
function AmountAxis({ shape: { amounts } }: ShapeProps) {
  const formats = useFormats();
  return (
    <div className="profit-amounts number soft" aria-hidden="true">
      {amounts.map(({ amount, y }) => (
        <span key={amount} style={{ top: `${y}%` }}>
          {formats.roundMoney(amount)}
        </span>
      ))}
    </div>
  );
}

function TimeAxis({ shape: { times, isClock } }: ShapeProps) {
  const formats = useFormats();
  return (
    <div className="profit-times number soft" aria-hidden="true">
      {times.map(({ at, x }) => (
        <span key={at} style={{ left: `${x}%` }} className={x < 6 ? "first" : x > 94 ? "last" : ""}>
          {isClock ? formats.clock(at) : formats.day(at)}
        </span>
      ))}
    </div>
  );
}
