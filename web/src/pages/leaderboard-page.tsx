/** The leaderboard of profit and volume. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChoiceButtons } from "../parts/choice-buttons.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { useTitle } from "../parts/use-title.ts";
import { AddressLink } from "../people/address-link.tsx";
import { leaderboardQuery } from "../people/people-queries.ts";
import type { Period, Ranking } from "../people/people-queries.ts";
import { useFormats, useText } from "../text/language.tsx";

export function LeaderboardPage() {
  const { people } = useText();
  const [period, setPeriod] = useState<Period>("ALL");
  const [ranking, setRanking] = useState<Ranking>("PNL");
  useTitle(people.leaderboard);
  const periods = (["DAY", "WEEK", "MONTH", "ALL"] as const).map(
    (one) => [one, people.periods[one]] as const,
  );
  const rankings = (["PNL", "VOL"] as const).map((one) => [one, people.rankings[one]] as const);
  return (
    <div className="stack">
      <h1>{people.leaderboard}</h1>
      <div className="row">
        <ChoiceButtons name={people.period} options={periods} chosen={period} onChoose={setPeriod} />
        <ChoiceButtons name={people.ranking} options={rankings} chosen={ranking} onChoose={setRanking} />
      </div>
      <Ranks period={period} ranking={ranking} />
    </div>
  );
}

function Ranks({ period, ranking }: { readonly period: Period; readonly ranking: Ranking }) {
  const { people } = useText();
  const formats = useFormats();
  const query = useInfiniteQuery(leaderboardQuery(period, ranking));
  const columns = [
    { name: people.rank },
    { name: people.trader },
    { name: people.rankings.PNL, isNumber: true },
    { name: people.rankings.VOL, isNumber: true },
  ];
  return (
    <div className="stack panel">
      <PagedList query={query} rows={8} empty={people.nobody}>
        {(ranks) => (
          <Table name={people.leaderboard} columns={columns}>
            {ranks.map(({ rank, address, name, profit, volume }) => (
              <tr key={address}>
                <td>{rank}</td>
                <td>
                  <AddressLink address={address} name={name} />
                </td>
                <NumberCell kind={signClass(profit)}>{formats.change(profit)}</NumberCell>
                <NumberCell>{formats.money(volume)}</NumberCell>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </div>
  );
}
