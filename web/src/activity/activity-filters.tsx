/** The filters of the activity: event, market, outcome, kind, minimum amount and person. */
import { useLocation } from "wouter";
import type { MarketEvent } from "../markets/market.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { microsOfNumber } from "../money.ts";
import { activityAddress, ALL_ACTIVITY, KINDS, MIN_AMOUNTS } from "./activity-filter.ts";
import type { ActivityFilter } from "./activity-filter.ts";
import { Choice } from "./choice.tsx";
import { EventField } from "./event-field.tsx";
import { PersonField } from "./person-field.tsx";
import { marketOfFilter } from "./trades-filter.ts";

type FiltersProps = {
  readonly filter: ActivityFilter;
  /** Event of the filter, once it is loaded. */
  readonly event: MarketEvent | undefined;
};

export function ActivityFilters({ filter, event }: FiltersProps) {
  const { activity: text } = useText();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const change = (changed: Partial<ActivityFilter>): void =>
    navigate(activityAddress({ ...filter, ...changed }));
  const isFiltered = activityAddress(filter) !== activityAddress(ALL_ACTIVITY);
  return (
    <div className="activity-filters" role="group" aria-label={text.filters}>
      <EventField
        key={`event ${filter.event}`}
        title={event?.title ?? filter.event}
        onChoose={(slug) => change({ event: slug, market: "", outcome: undefined })}
      />
      {event !== undefined && <MarketChoices filter={filter} event={event} onChange={change} />}
      <Choice
        name={text.kind}
        options={KINDS.map((kind) => [kind, text.kinds[kind]] as const)}
        chosen={filter.kind}
        onChoose={(kind) => change({ kind })}
      />
      <Choice
        name={text.least}
        options={MIN_AMOUNTS.map(
          (least) => [String(least), least === 0 ? text.any : formats.money(microsOfNumber(least))] as const,
        )}
        chosen={String(filter.least)}
        onChoose={(chosen) => change({ least: MIN_AMOUNTS.find((least) => String(least) === chosen) ?? 0 })}
      />
      <PersonField
        key={`person ${filter.user}`}
        address={filter.user}
        onChoose={(user) => change({ user })}
      />
      {isFiltered && (
        <button type="button" onClick={() => change(ALL_ACTIVITY)}>
          {text.reset}
        </button>
      )}
    </div>
  );
}

type MarketChoicesProps = {
  readonly filter: ActivityFilter;
  readonly event: MarketEvent;
  readonly onChange: (changed: Partial<ActivityFilter>) => void;
};

function MarketChoices({ filter, event, onChange }: MarketChoicesProps) {
  const { activity: text, common } = useText();
  const nameOf = useOutcomeName();
  const market = marketOfFilter(filter, event);
  const { outcome } = filter;
  const outcomes = market?.outcomes.map(({ name }, index) => [String(index), nameOf(name)] as const) ?? [];
  return (
    <>
      {event.markets.length > 1 && (
        <Choice
          name={common.market}
          options={[["", text.allMarkets], ...event.markets.map(({ slug, name }) => [slug, name] as const)]}
          chosen={filter.market}
          onChoose={(slug) => onChange({ market: slug, outcome: undefined })}
        />
      )}
      {market !== undefined && (
        <Choice
          name={common.outcome}
          options={[["", text.bothOutcomes], ...outcomes]}
          chosen={outcome === undefined ? "" : String(outcome)}
          onChoose={(one) => onChange({ outcome: one === "" ? undefined : one === "0" ? 0 : 1 })}
        />
      )}
    </>
  );
}
