/** A numeric example from this exchange: 100 shares of an active market, at its price and with its fee. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { HALF, cost, lots, ticks } from "../../../../src/core/units.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Loading } from "../../parts/states.tsx";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { NO_FEES, computeFillsFee, useFees } from "../../markets/trade/fees.ts";
import type { Fees } from "../../markets/trade/fees.ts";
import { computeExample, exampleQuery, findExampleMarket } from "./compute-example.ts";
import type { Example, ListedMarket } from "./compute-example.ts";
import { useLearnText } from "./learn-text.ts";

// The fees of the example's market in words.

/** Number of shares in the example of the fee. */
const SIZE = lots(10_000);

/** Describes the fees; `fees` is `undefined` if no market serves as the example. */
function FeeFacts({ fees }: { readonly fees: Fees | undefined }) {
  const { howItWorks: text } = useLearnText();
  return (
    <section className="panel" aria-labelledby="fees">
      <h2 id="fees">{text.fees}</h2>
      {fees !== undefined && <MarketFee fees={fees} />}
      <p>{text.each}</p>
    </section>
  );
}

function MarketFee({ fees }: { readonly fees: Fees }) {
  const { howItWorks: text } = useLearnText();
  const formats = useFormats();
  if (fees.rate === 0) return <p>{text.noFee}</p>;
  const most = computeFillsFee(fees, [{ size: SIZE, price: HALF }]);
  return (
    <>
      <p>{text.someFee(formats.shares(SIZE), formats.money(most))}</p>
      <p>{fees.takerOnly ? text.takers : text.everybody}</p>
    </>
  );
}

/** Price of the example if no market has an offer. */
const DEFAULT_PRICE = ticks(4_000);

/** Shows the example with the market's fees below it. */
export function ExampleAndFees() {
  const query = useQuery(exampleQuery());
  const [now] = useState(() => Date.now());
  return (
    <Loaded query={query} rows={8}>
      {(listed) => {
        const found = findExampleMarket(listed, now);
        return found === undefined ? <MadeUpExample /> : <MarketExample {...found} />;
      }}
    </Loaded>
  );
}

function MadeUpExample() {
  const { howItWorks: text } = useLearnText();
  const { common } = useText();
  return (
    <>
      <section className="panel" aria-labelledby="example">
        <h2 id="example">{text.example}</h2>
        <p>{text.madeUp}</p>
        <Statistics example={computeExample(SIZE, DEFAULT_PRICE, NO_FEES)} outcome={common.yes} />
      </section>
      <FeeFacts fees={undefined} />
    </>
  );
}

function MarketExample({ market, eventSlug }: ListedMarket) {
  const { howItWorks: text } = useLearnText();
  const nameOf = useOutcomeName();
  const fees = useFees(market);
  if (fees === undefined) return <Loading rows={8} />;
  return (
    <>
      <section className="panel" aria-labelledby="example">
        <h2 id="example">{text.example}</h2>
        <p>{text.now}</p>
        <p>
          <strong>{market.question}</strong>
        </p>
        <Statistics
          example={computeExample(SIZE, market.bestAsk, fees)}
          outcome={nameOf(market.outcomes[0].name)}
        />
        <Link href={eventPath(eventSlug, market.slug)}>{text.toMarket}</Link>
      </section>
      <FeeFacts fees={fees} />
    </>
  );
}

type StatisticsProps = { readonly example: Example; readonly outcome: string };

function Statistics({ example, outcome }: StatisticsProps) {
  const { howItWorks: text } = useLearnText();
  const { trade } = useText();
  const formats = useFormats();
  const { size, price, fee, total, payout, profit, even } = example;
  return (
    <>
      <dl className="example">
        <Statistic name={text.buy(formats.shares(size), outcome, formats.cents(price))}>
          {formats.money(cost(size, price))}
        </Statistic>
        <Statistic name={text.fee}>{fee === 0 ? trade.preview.free : formats.money(fee)}</Statistic>
        <Statistic name={text.paid}>{formats.money(total)}</Statistic>
        <Statistic name={text.wins(outcome)}>{formats.money(payout)}</Statistic>
        <Statistic name={text.profit}>{formats.change(profit)}</Statistic>
        <Statistic name={text.loses(outcome)}>{formats.money(total)}</Statistic>
      </dl>
      <p>{text.even(outcome, formats.percent(even))}</p>
    </>
  );
}

const Statistic = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="number">{children}</dd>
  </div>
);
