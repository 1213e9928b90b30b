/** A box beside the pointer with the profit at a time and its parts, and a dot on the line. */
import { signClass } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { ProfitPoint } from "./profit-query.ts";

type TooltipProps = {
  readonly point: ProfitPoint;
  /** Horizontal position in percent of the drawing. */
  readonly x: number;
  readonly y: number;
};

export function ProfitTooltip({ point, x, y }: TooltipProps) {
  const { profit } = useText();
  const formats = useFormats();
  // On a phone the box slides along with the pointer, so that it stays within the drawing.
  const place: Record<string, string> = { "--x": `${x}%` };
  const rows = [
    [profit.total, point.total],
    [profit.realized, point.realized],
    [profit.open, point.open],
  ] as const;
  return (
    <>
      <span className="profit-cursor" style={{ left: `${x}%` }} aria-hidden="true" />
      <span className="profit-dot" style={{ left: `${x}%`, top: `${y}%` }} aria-hidden="true" />
      <dl className={x > 50 ? "profit-tip left" : "profit-tip"} style={place} aria-hidden="true">
        <dt className="profit-tip-time">{formats.dateTime(point.at)}</dt>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={`number ${signClass(amount)}`}>{formats.change(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
