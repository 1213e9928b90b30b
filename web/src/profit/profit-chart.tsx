/** The chart of a wallet's profit: the current profit, a time range, the drawing, and a table of the same numbers. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../parts/loaded.tsx";
import { Segments } from "../parts/segments.tsx";
import { signClass } from "../parts/table.tsx";
import type { Text } from "../text/en.ts";
import { useFormats, useText } from "../text/language.tsx";
import { subtractMicros } from "../../../src/core/units.ts";
import { ProfitDrawing } from "./profit-drawing.tsx";
import { profitQuery } from "./profit-query.ts";
import type { ProfitPoint, ProfitRange } from "./profit-query.ts";
import { blankSpan } from "./profit-shape.ts";
import { ProfitTable } from "./profit-table.tsx";
import { PROFIT_RANGES, useProfitRange } from "./use-profit-range.ts";
import "../styles/profit.css";

export function ProfitChart({ address }: { readonly address: string }) {
  const { profit } = useText();
  const [range, choose] = useProfitRange();
  const query = useQuery(profitQuery(address, range));
  const blank = query.data && blankSpan(query.data, range);
  return (
    <section className="panel profit-chart" aria-labelledby="profit-title">
      <div className="profit-chart-head">
        <div>
          <h2 id="profit-title">{profit.title}</h2>
          <ProfitNow points={query.data} range={range} />
        </div>
        {blank !== "ever" && (
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
          blank === undefined ? (
            <Drawn points={points} />
          ) : (
            <p className="soft">{points.length < 2 ? profit.empty : flatWords(profit, range)}</p>
          )
        }
      </Loaded>
    </section>
  );
}

const flatWords = (profit: Text["profit"], range: ProfitRange): string =>
  range === "all" ? profit.flat : profit.flatRange(profit.rangeNames[range]);

type NowProps = { readonly points: readonly ProfitPoint[] | undefined; readonly range: ProfitRange };

/** Shows the profit of all time, and its change in the range. */
function ProfitNow({ points, range }: NowProps) {
  const { profit } = useText();
  const formats = useFormats();
  const [first, last] = [points?.[0], points?.at(-1)];
  if (points?.length === 0) return null;
  if (first === undefined || last === undefined) return <p className="profit-now">…</p>;
  const changed = subtractMicros(last.total, first.total);
  return (
    <p className="profit-now">
      <strong className={`number ${signClass(last.total)}`}>{formats.change(last.total)}</strong>
      {range !== "all" && (
        <span className={`number ${signClass(changed)}`}>
          {`${formats.change(changed)} ${profit.rangeNames[range]}`}
        </span>
      )}
    </p>
  );
}

function Drawn({ points }: { readonly points: readonly ProfitPoint[] }) {
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
