/** The filters of the activity: event, market, outcome, kind, minimum amount and person. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useLocation } from "wouter";
import type { MarketEvent } from "../../markets/market.ts";
import { useSearch } from "../../markets/queries/use-search.ts";
import { toMicros } from "../../base/money.ts";
import { ChoiceSelect } from "../../parts/controls/choices.tsx";
import type { ChoiceProps } from "../../parts/controls/choices.tsx";
import { peopleQuery } from "../people/find-people.ts";
import { getWalletName } from "../people/shown-name.tsx";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { ALL_ACTIVITY, TRADE_FILTER_KINDS, MIN_AMOUNTS, buildActivityAddress } from "./activity-filter.ts";
import type { ActivityFilter } from "./activity-filter.ts";
import { findFilterMarket } from "./activity-list.tsx";

// A labelled list from which one value is chosen.

const Choice = <Value extends string>({ name, ...choice }: ChoiceProps<Value>) => (
  <label className="field">
    <span>{name}</span>
    <ChoiceSelect {...choice} />
  </label>
);

// A text field with the browser's suggestions. The typed text is applied on Enter, and when the field loses the focus.

/** A suggested text, with the label shown for it. */
type Suggestion = { readonly value: string; readonly label?: string };

type SuggestingFieldProps = {
  readonly name: string;
  readonly hint: string;
  /** Current text of the filter; "" without one. */
  readonly given: string;
  readonly suggestions: readonly Suggestion[];
  readonly onType: (typed: string) => void;
  /** Applies the text; returns an error message if it is invalid. */
  readonly onTake: (typed: string) => string | undefined;
};

function SuggestingField(props: SuggestingFieldProps) {
  const { name, hint, given, suggestions, onType, onTake } = props;
  const id = useId();
  const [typed, setTyped] = useState(given);
  const [problem, setProblem] = useState<string>();
  const take = (text: string): void => {
    if (text.trim() !== given) setProblem(onTake(text.trim()));
  };
  const type = (text: string): void => {
    setTyped(text);
    setProblem(undefined);
    onType(text);
    if (suggestions.some(({ value }) => value === text)) take(text);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        list={`${id}-list`}
        value={typed}
        placeholder={hint}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === "Enter" && take(typed)}
        onBlur={() => take(typed)}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
      {problem !== undefined && (
        <small id={`${id}-problem`} className="down" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}

// Field that selects an event by words of its title.

type EventFieldProps = {
  /** Title of the selected event; "" if none is selected. */
  readonly title: string;
  /** Called with the slug; "" for all events. */
  readonly onChoose: (slug: string) => void;
};

function EventField({ title, onChoose }: EventFieldProps) {
  const { activity: text } = useText();
  const [words, setWords] = useState("");
  const { events, settled } = useSearch(words);
  const take = (typed: string): string | undefined => {
    if (typed === "") onChoose("");
    else {
      const found = events.find((event) => event.title === typed) ?? (settled ? events[0] : undefined);
      if (found === undefined) return text.noEvent;
      onChoose(found.slug);
    }
    return undefined;
  };
  return (
    <SuggestingField
      key={title}
      name={text.event}
      hint={text.allEvents}
      given={title}
      suggestions={events.map(({ title: value }) => ({ value }))}
      onType={setWords}
      onTake={take}
    />
  );
}

// Field that selects a person by name or address.

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const MIN_SEARCH_LETTERS = 2;

type PersonFieldProps = {
  /** Selected address; "" without one. */
  readonly address: string;
  readonly onChoose: (address: string) => void;
};

function PersonField({ address, onChoose }: PersonFieldProps) {
  const { activity: text } = useText();
  const [typed, setTyped] = useState("");
  const { data: people = [] } = useInfiniteQuery({
    ...peopleQuery(typed.trim()),
    enabled: typed.trim().length >= MIN_SEARCH_LETTERS,
  });
  const take = (given: string): string | undefined => {
    const named = people.filter((person) => getWalletName(person.address, person.name) === given);
    const [only, another] = named.length > 0 ? named : people;
    if (given === "" || ADDRESS.test(given)) onChoose(given.toLowerCase());
    else if (only !== undefined && another === undefined) onChoose(only.address);
    else return text.noPerson;
    return undefined;
  };
  return (
    <SuggestingField
      name={text.person}
      hint={text.personHint}
      given={address}
      suggestions={people.map(({ address: value, name }) => ({ value, label: getWalletName(value, name) }))}
      onType={setTyped}
      onTake={take}
    />
  );
}

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
    navigate(buildActivityAddress({ ...filter, ...changed }));
  const isFiltered = buildActivityAddress(filter) !== buildActivityAddress(ALL_ACTIVITY);
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
        options={TRADE_FILTER_KINDS.map((kind) => [kind, text.kinds[kind]] as const)}
        chosen={filter.kind}
        onChoose={(kind) => change({ kind })}
      />
      <Choice
        name={text.least}
        options={MIN_AMOUNTS.map(
          (least) => [String(least), least === 0 ? text.any : formats.money(toMicros(least))] as const,
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
  const market = findFilterMarket(filter, event);
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
