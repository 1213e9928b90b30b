import "../../styles/account/people.css";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Micros } from "../../../../src/core/units.ts";
import { useTitle } from "../../parts/controls/brand.tsx";
import { ChoiceButtons } from "../../parts/controls/choices.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Avatar } from "../../parts/marks.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { profilePath } from "../../base/paths.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { PERIODS, RANKINGS, hasRanking, useBoardChoices } from "./leaderboard-choices.ts";
import type { BoardChoices } from "./leaderboard-choices.ts";
import { leaderboardQuery, ownRankQuery } from "./people-queries.ts";
import type { Rank } from "./people-queries.ts";
import { AddressLink, ShownName } from "./shown-name.tsx";

// The ranks of a leaderboard as a table: profit with its parts, and volume.

type RankTableProps = {
  readonly name: string;
  readonly ranks: readonly Rank[];
  readonly period: BoardChoices["period"];
};

function RankTable({ name, ranks, period }: RankTableProps) {
  const { people } = useText();
  // Shorter periods have no total profit: the profit of open positions is known for all time only.
  const isAll = period === "ALL";
  const columns = [
    { name: people.rank },
    { name: people.trader },
    ...(isAll ? [{ name: people.total, isNumber: true }] : []),
    { name: people.realized, isNumber: true },
    { name: people.open, isNumber: true },
    { name: people.rankings.VOL, isNumber: true },
  ];
  return (
    <Table name={name} columns={columns}>
      {ranks.map((rank) => (
        <RankRow key={rank.address} rank={rank} isAll={isAll} />
      ))}
    </Table>
  );
}

function RankRow({ rank, isAll }: { readonly rank: Rank; readonly isAll: boolean }) {
  const formats = useFormats();
  const { address, name, volume, realized, profit } = rank;
  return (
    <tr>
      <td>{rank.rank}</td>
      <td className="row-title">
        <AddressLink address={address} name={name} />
      </td>
      {isAll && <ProfitCell amount={profit.total} />}
      <ProfitCell amount={isAll ? profit.realized : realized} />
      <ProfitCell amount={profit.open} />
      <NumberCell>{formats.money(volume)}</NumberCell>
    </tr>
  );
}

const ProfitCell = ({ amount }: { readonly amount: Micros }) => {
  const formats = useFormats();
  return <NumberCell kind={getSignClass(amount)}>{formats.change(amount)}</NumberCell>;
};

// The visitor's own rank, always visible above the leaderboard.

function OwnRank({ choices }: { readonly choices: BoardChoices }) {
  const { trader } = useSession();
  return trader === undefined ? null : <OwnRankRow address={trader.wallet.address} choices={choices} />;
}

type OwnRankRowProps = { readonly address: string; readonly choices: BoardChoices };

function OwnRankRow({ address, choices }: OwnRankRowProps) {
  const { people } = useText();
  const query = useQuery(ownRankQuery(address, choices));
  return (
    <div className="panel own-rank">
      <h2>{people.own}</h2>
      <Loaded query={query} rows={1}>
        {(rank) =>
          rank === null ? (
            <p className="soft">{people.unranked}</p>
          ) : (
            <RankTable name={people.own} ranks={[rank]} period={choices.period} />
          )
        }
      </Loaded>
    </div>
  );
}

// The first three wallets of a leaderboard, each with the profit or volume that ranks it.

const PODIUM_PLACES = 3;

type PodiumProps = { readonly ranks: readonly Rank[]; readonly choices: BoardChoices };

function Podium({ ranks, choices }: PodiumProps) {
  const { people } = useText();
  return (
    <ol className="podium" aria-label={people.podium}>
      {ranks.slice(0, PODIUM_PLACES).map((rank) => (
        <Place key={rank.address} rank={rank} ranking={choices.ranking} />
      ))}
    </ol>
  );
}

type PlaceProps = { readonly rank: Rank; readonly ranking: BoardChoices["ranking"] };

function Place({ rank, ranking }: PlaceProps) {
  const { people } = useText();
  const formats = useFormats();
  const { address, name, volume } = rank;
  const rankedAmounts = { TOTAL: rank.profit.total, PNL: rank.realized, VOL: undefined }[ranking];
  return (
    <li className="panel">
      <span className="podium-rank">
        <span className="visually-hidden">{people.rank} </span>
        {rank.rank}
      </span>
      <Link href={profilePath(address)} title={address}>
        <Avatar address={address} size="large" />
        <ShownName address={address} name={name} />
      </Link>
      <strong className={`number ${getSignClass(rankedAmounts ?? 0)}`}>
        {rankedAmounts === undefined ? formats.money(volume) : formats.change(rankedAmounts)}
      </strong>
      <span className="soft">{people.rankings[ranking]}</span>
    </li>
  );
}

// The leaderboard of profit and volume.

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
