/** The chart of a wallet's profit: the current profit, a time range, the drawing, and a table of the same numbers. */
import "../../styles/account/profit.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PointerEvent } from "react";
import { useSearchParams } from "wouter";
import { subtractMicros } from "../../../../src/core/units.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { Segments } from "../../parts/controls/tabs.tsx";
import type { Text } from "../../text/en.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { profitQuery } from "./profit-query.ts";
import type { ProfitPoint, ProfitRange } from "./profit-query.ts";
import { findBlankSpan, findNearestPoint, computeProfitShape } from "./profit-shape.ts";
import type { ProfitShape } from "./profit-shape.ts";

// A box beside the pointer with the profit at a time and its parts, and a dot on the line.

type TooltipProps = {
  readonly point: ProfitPoint;
  /** Horizontal position in percent of the drawing. */
  readonly x: number;
  readonly y: number;
};

function ProfitTooltip({ point, x, y }: TooltipProps) {
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
            <dd className={`number ${getSignClass(amount)}`}>{formats.change(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

// Draws profit with its axes, and shows the numbers of the time under the pointer in a box beside it.

type DrawingProps = { readonly points: readonly ProfitPoint[] };

function ProfitDrawing({ points }: DrawingProps) {
  const { profit } = useText();
  const formats = useFormats();
  const shape = useMemo(() => computeProfitShape(points), [points]);
  const [at, setAt] = useState<number>();
  const [first, last] = [points[0], points.at(-1)];
  const pointedPoint = at === undefined ? undefined : points[at];
  function trackPointer({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(findNearestPoint(shape, ((clientX - left) / width) * 100));
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
        <ProfitLines shape={shape} />
        {pointedPoint !== undefined && (
          <ProfitTooltip point={pointedPoint} x={shape.xs[at ?? 0] ?? 0} y={shape.ys[at ?? 0] ?? 0} />
        )}
      </div>
      <TimeAxis shape={shape} />
    </div>
  );
}

type ShapeProps = { readonly shape: ProfitShape };

const ProfitLines = ({ shape: { amounts, zero, area, realized, total } }: ShapeProps) => (
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

/** Draws the axis of amounts. The axis is hidden from screen readers, which have the table. */
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

// The numbers of the chart as a table, at fewer times.

const MAX_TABLE_ROWS = 20;

function ProfitTable({ points }: { readonly points: readonly ProfitPoint[] }) {
  const { common, profit } = useText();
  const formats = useFormats();
  const step = Math.max(1, Math.floor(points.length / MAX_TABLE_ROWS));
  const rows = points.toReversed().filter((_point, place) => place % step === 0);
  const columns = [
    { name: common.time },
    { name: profit.total, isNumber: true },
    { name: profit.realized, isNumber: true },
    { name: profit.open, isNumber: true },
  ];
  return (
    <details>
      <summary>{profit.table}</summary>
      <Table name={profit.asTable} columns={columns}>
        {rows.map(({ at, total, realized, open }) => (
          <tr key={at}>
            <td className="row-title">{formats.dateTime(at)}</td>
            {[total, realized, open].map((amount, place) => (
              <NumberCell key={columns[place + 1]?.name} kind={getSignClass(amount)}>
                {formats.change(amount)}
              </NumberCell>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}

// The time range of the profit chart, stored in the page's address.

const PROFIT_RANGES = ["1d", "1w", "1m", "all"] as const satisfies readonly ProfitRange[];
const DEFAULT_RANGE: ProfitRange = "all";

function useProfitRange(): readonly [ProfitRange, (range: ProfitRange) => void] {
  const [query, setQuery] = useSearchParams();
  const range = PROFIT_RANGES.find((one) => one === query.get("range")) ?? DEFAULT_RANGE;
  const choose = (chosen: ProfitRange): void => {
    const next = new URLSearchParams(query);
    if (chosen === DEFAULT_RANGE) next.delete("range");
    else next.set("range", chosen);
    setQuery(next, { replace: true });
  };
  return [range, choose];
}

export function ProfitChart({ address }: { readonly address: string }) {
  const { profit } = useText();
  const [range, choose] = useProfitRange();
  const query = useQuery(profitQuery(address, range));
  const blankSpan = query.data && findBlankSpan(query.data, range);
  return (
    <section className="panel profit-chart" aria-labelledby="profit-title">
      <div className="profit-chart-head">
        <div>
          <h2 id="profit-title">{profit.title}</h2>
          <ProfitNow points={query.data} range={range} />
        </div>
        {blankSpan !== "ever" && (
          <Segments
            name={profit.range}
            options={PROFIT_RANGES.map((one) => [one, profit.ranges[one]] as const)}
            titles={profit.rangeNames}
            chosen={range}
            onChoose={choose}
          />
        )}
      </div>
      <Loaded query={query} rows={4}>
        {(points) =>
          blankSpan === undefined ? (
            <ChartWithTable points={points} />
          ) : (
            <p className="soft">{points.length < 2 ? profit.empty : describeBlankSpan(profit, range)}</p>
          )
        }
      </Loaded>
    </section>
  );
}

const describeBlankSpan = (profit: Text["profit"], range: ProfitRange): string =>
  range === "all" ? profit.flat : profit.flatRange(profit.rangeNames[range]);

type NowProps = { readonly points: readonly ProfitPoint[] | undefined; readonly range: ProfitRange };

/** Shows the profit of all time, and its change in the selected time range. */
function ProfitNow({ points, range }: NowProps) {
  const { profit } = useText();
  const formats = useFormats();
  const [first, last] = [points?.[0], points?.at(-1)];
  if (points?.length === 0) return null;
  if (first === undefined || last === undefined) return <p className="profit-now">…</p>;
  const change = subtractMicros(last.total, first.total);
  return (
    <p className="profit-now">
      <strong className={`number ${getSignClass(last.total)}`}>{formats.change(last.total)}</strong>
      {range !== "all" && (
        <span className={`number ${getSignClass(change)}`}>
          {`${formats.change(change)} ${profit.rangeNames[range]}`}
        </span>
      )}
    </p>
  );
}

function ChartWithTable({ points }: { readonly points: readonly ProfitPoint[] }) {
  const { profit } = useText();
  return (
    <>
      <ProfitDrawing points={points} />
      <p className="profit-legend soft">
        <span className="profit-key total">{profit.total}</span>
        <span className="profit-key realized">{profit.realized}</span>
        <span>{profit.about}</span>
      </p>
      <ProfitTable points={points} />
    </>
  );
}
