/** Who earned and traded the most. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Choice } from "../parts/choice.tsx";
import { MoreButton } from "../parts/more-button.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useTitle } from "../parts/use-title.ts";
import { AddressLink } from "../people/address.tsx";
import { leaderboardQuery } from "../people/people-queries.ts";
import type { Period, Ranking } from "../people/people-queries.ts";
import { signOf } from "../people/sign.ts";
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
        <Choice name={people.period} options={periods} chosen={period} onChoose={setPeriod} />
        <Choice name={people.ranking} options={rankings} chosen={ranking} onChoose={setRanking} />
      </div>
      <Ranks period={period} ranking={ranking} />
    </div>
  );
}

function Ranks({ period, ranking }: { readonly period: Period; readonly ranking: Ranking }) {
  const { people } = useText();
  const formats = useFormats();
  const pages = useInfiniteQuery(leaderboardQuery(period, ranking));
  if (pages.isPending) return <Loading rows={8} />;
  if (pages.isError) return <Failure error={pages.error} retry={() => void pages.refetch()} />;
  const rows = pages.data.pages.flat();
  if (rows.length === 0) return <Empty>{people.nobody}</Empty>;
  const head = (
    <>
      <th scope="col">{people.rank}</th>
      <th scope="col">{people.trader}</th>
      <th scope="col" className="number">
        {people.rankings.PNL}
      </th>
      <th scope="col" className="number">
        {people.rankings.VOL}
      </th>
    </>
  );
  return (
    <div className="stack panel">
      <ScrollTable name={people.leaderboard} head={head}>
        {rows.map(({ rank, address, profit, volume }) => (
          <tr key={address}>
            <td>{rank}</td>
            <td>
              <AddressLink address={address} />
            </td>
            <td className={`number ${signOf(profit)}`}>{formats.change(profit)}</td>
            <td className="number">{formats.money(volume)}</td>
          </tr>
        ))}
      </ScrollTable>
      <MoreButton pages={pages} />
    </div>
  );
}
