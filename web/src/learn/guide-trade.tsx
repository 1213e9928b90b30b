/** The last step of the guide: a trade on an active market, or on any other. */
import { Link, useRoute } from "wouter";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { Failure, Loading } from "../parts/states.tsx";
import { eventPath } from "../paths.ts";
import { useText } from "../text/language.tsx";
import { useGuideText } from "./learn-text.ts";
import { useSuggestion } from "./suggested-market.ts";

export function TradeStep() {
  const text = useGuideText();
  const [isOnEvent] = useRoute(PAGE_PATHS.event);
  return isOnEvent ? <p>{text.trade.here}</p> : <Suggested />;
}

function Suggested() {
  const text = useGuideText();
  const { query, suggestion } = useSuggestion();
  if (query.isPending) return <Loading rows={1} />;
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (suggestion === undefined) return <p>{text.trade.none}</p>;
  const { card, market } = suggestion;
  return (
    <>
      <p>{text.trade.choose}</p>
      <div className="guide-do">
        <Link href={eventPath(card.slug, market.slug)} className="button">
          {card.marketCount === 1 ? card.title : text.trade.of(card.title, market.name)}
        </Link>
      </div>
    </>
  );
}

export function DoneStep() {
  const { layout } = useText();
  const text = useGuideText();
  return (
    <>
      <p>{text.done}</p>
      <div className="guide-do">
        <Link href={PAGE_PATHS.portfolio} className="button">
          {layout.portfolio}
        </Link>
      </div>
    </>
  );
}
