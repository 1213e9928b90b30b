/** The result of a market or of its event: the winner, the money received, and a button for unclaimed money. */
import { useQuery } from "@tanstack/react-query";
import { NO_MICROS } from "../../../src/core/units.ts";
import { resolutionQuery } from "../markets/market-queries.ts";
import type { Market, MarketEvent } from "../markets/market.ts";
import { receivedQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import { ClaimButtons } from "./claim-buttons.tsx";
import { findDue } from "./claims.ts";
import type { Payout } from "./claims.ts";
import { findWinner, listExclusive } from "./event-winner.ts";

type BannerProps = { readonly event: MarketEvent; readonly market: Market };

/** Shows the event's result if one of its markets won, whichever is selected; else that of the selected market. */
export function ResolvedBanner({ event, market }: BannerProps) {
  const winner = findWinner(event);
  return winner !== undefined && market.negativeRisk && event.markets.length > 1 ? (
    <EventResult event={event} winner={winner} />
  ) : (
    <MarketResult market={market} isOnly={event.markets.length === 1} />
  );
}

function EventResult({ event, winner }: { readonly event: MarketEvent; readonly winner: Market }) {
  const { mine } = useText();
  const decided = listExclusive(event).filter(({ closed }) => closed);
  const results = decided.map((market) => ({
    market,
    payout: market === winner ? ([1, 0] as const) : ([0, 1] as const),
  }));
  return (
    <Result title={event.title} heading={mine.result} winner={mine.won(winner.name)} isUp results={results} />
  );
}

function MarketResult({ market, isOnly }: { readonly market: Market; readonly isOnly: boolean }) {
  const { mine, markets } = useText();
  const nameOf = useOutcomeName();
  const { data } = useQuery({ ...resolutionQuery(market.conditionId), enabled: market.closed });
  const payout = data?.resolution?.payout;
  if (!market.closed || payout === undefined) return null;
  const [first, second] = payout;
  return (
    <Result
      title={market.question}
      heading={isOnly ? mine.result : mine.resolvedTo(market.name)}
      winner={first === second ? markets.rules.split : nameOf(market.outcomes[first > second ? 0 : 1].name)}
      isUp={first >= second}
      results={[{ market, payout }]}
    />
  );
}

type ResultProps = {
  readonly title: string;
  readonly heading: string;
  readonly winner: string;
  readonly isUp: boolean;
  /** The markets of the result, each with its payout. */
  readonly results: readonly { readonly market: Market; readonly payout: Payout }[];
};

function Result({ title, heading, winner, isUp, results }: ResultProps) {
  const { mine } = useText();
  const formats = useFormats();
  const { trader } = useSession();
  const { data: balances } = useBalances();
  const conditionIds = results.map(({ market }) => market.conditionId);
  const { data: received = NO_MICROS } = useQuery(receivedQuery(trader, conditionIds));
  const here = findDue(results, balances);
  return (
    <section className="panel resolved" aria-label={mine.result}>
      <span className={isUp ? "resolved-mark up" : "resolved-mark down"} aria-hidden="true">
        ✓
      </span>
      <div className="resolved-what">
        <p>{heading}</p>
        <p className="resolved-winner">{winner}</p>
        {received > 0 && <p className="up">{mine.received(formats.money(received))}</p>}
        {here.conditionIds.length > 0 && (
          <p>{here.due > 0 ? mine.due(formats.money(here.due)) : mine.lost}</p>
        )}
      </div>
      {trader !== undefined && <ClaimButtons trader={trader} title={title} here={here} />}
    </section>
  );
}
