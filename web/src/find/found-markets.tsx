/** Events that were found, as cards, with their order and a filter of their state. */
import { Link, useLocation } from "wouter";
import { CardGrid } from "../cards/card-grid.tsx";
import type { Card } from "../cards/card.ts";
import { Empty } from "../parts/states.tsx";
import { MoreButton } from "../parts/more-button.tsx";
import { useText } from "../text/language.tsx";
import { findAddress, FOUND_SORTS, FOUND_STATES } from "./find-choices.ts";
import type { FindChoices } from "./find-choices.ts";

type FoundMarketsProps = {
  readonly choices: FindChoices;
  readonly cards: readonly Card[];
  readonly pages: Parameters<typeof MoreButton>[0]["pages"];
};

export function FoundMarkets({ choices, cards, pages }: FoundMarketsProps) {
  return (
    <>
      <FoundControls choices={choices} />
      {cards.length === 0 && <NoMarkets choices={choices} />}
      <CardGrid cards={cards} turn={0} layout="card-grid" />
      {pages.hasNextPage && (
        <p className="more">
          <MoreButton pages={pages} />
        </p>
      )}
    </>
  );
}

function FoundControls({ choices }: Pick<FoundMarketsProps, "choices">) {
  const { find: text, markets } = useText();
  const [, navigate] = useLocation();
  const show = (changed: Partial<FindChoices>): void => navigate(findAddress({ ...choices, ...changed }));
  return (
    <div className="list-controls">
      <div className="segments" role="group" aria-label={text.state}>
        {FOUND_STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === choices.state}
            onClick={() => show({ state })}
          >
            {text.states[state]}
          </button>
        ))}
      </div>
      <label className="inline-field">
        <span>{markets.sort}</span>
        <select
          value={choices.sort}
          onChange={({ target }) =>
            show({ sort: FOUND_SORTS.find((sort) => sort === target.value) ?? "best" })
          }
        >
          {FOUND_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {sort === "best" || sort === "ending" ? text[sort] : markets.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function NoMarkets({ choices }: Pick<FoundMarketsProps, "choices">) {
  const { find: text, markets } = useText();
  if (choices.state === "all") return <Empty>{markets.noResults(choices.words)}</Empty>;
  return (
    <>
      <Empty>{text.noneInState(choices.words)}</Empty>
      <p className="more">
        <Link href={findAddress({ ...choices, state: "all" })} className="button">
          {text.showAll}
        </Link>
      </p>
    </>
  );
}
