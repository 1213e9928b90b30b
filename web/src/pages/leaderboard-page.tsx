/** The leaderboard of profit and volume. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChoiceButtons } from "../parts/choice-buttons.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { useTitle } from "../parts/use-title.ts";
import { hasRanking, PERIODS, RANKINGS, useBoardChoices } from "../people/leaderboard-choices.ts";
import type { BoardChoices } from "../people/leaderboard-choices.ts";
import { OwnRank } from "../people/own-rank.tsx";
import { leaderboardQuery } from "../people/people-queries.ts";
import { Podium } from "../people/podium.tsx";
import { RankTable } from "../people/rank-table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import "../styles/people.css";

export function LeaderboardPage() {
  const { people } = useText();
  const [choices, change] = useBoardChoices();
  useTitle(people.leaderboard);
  return (
    <div className="stack">
      <h1>{people.leaderboard}</h1>
      <div className="row board-choices">
        <ChoiceButtons
          name={people.period}
          options={PERIODS.map((period) => [period, people.periods[period]] as const)}
          chosen={choices.period}
          onChoose={(period) => change({ period })}
        />
        <ChoiceButtons
          name={people.ranking}
          options={RANKINGS.filter((ranking) => hasRanking({ ...choices, ranking })).map(
            (ranking) => [ranking, people.rankings[ranking]] as const,
          )}
          chosen={choices.ranking}
          onChoose={(ranking) => change({ ranking })}
        />
      </div>
      <p className="soft">{people.about}</p>
      <OwnRank choices={choices} />
      <Ranks choices={choices} />
    </div>
  );
}

function Ranks({ choices }: { readonly choices: BoardChoices }) {
  const { people } = useText();
  const formats = useFormats();
  const query = useInfiniteQuery(leaderboardQuery(choices));
  const asOf = query.data?.[0]?.asOf;
  return (
    <PagedList query={query} rows={8} empty={people.nobody}>
      {(ranks) => (
        <>
          <Podium ranks={ranks} choices={choices} />
          <div className="panel">
            <RankTable name={people.leaderboard} ranks={ranks} period={choices.period} />
            {asOf !== undefined && <p className="soft as-of">{people.asOf(formats.dateTime(asOf))}</p>}
          </div>
        </>
      )}
    </PagedList>
  );
}
