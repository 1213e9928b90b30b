/** Found events as cards, with their order and a filter by state. */
import { Link, useLocation } from "wouter";
import { CardGrid } from "../cards/card-grid.tsx";
import type { Card } from "../cards/card.ts";
import { InlineChoice } from "../parts/inline-choice.tsx";
import { Segments } from "../parts/segments.tsx";
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
      <Segments
        name={text.state}
        options={FOUND_STATES.map((state) => [state, text.states[state]] as const)}
        chosen={choices.state}
        onChoose={(state) => show({ state })}
      />
      <InlineChoice
        name={markets.sort}
        options={FOUND_SORTS.map(
          (sort) => [sort, sort === "best" || sort === "ending" ? text[sort] : markets.sorts[sort]] as const,
        )}
        chosen={choices.sort}
        onChoose={(sort) => show({ sort })}
      />
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
