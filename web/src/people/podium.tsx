/** The first three of a leaderboard, each with the number that it is ranked by. */
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { signClass } from "../parts/table.tsx";
import { profilePath } from "../paths.ts";
import { useFormats, useText } from "../text/language.tsx";
import { ShownName } from "./shown-name.tsx";
import type { BoardChoices } from "./leaderboard-choices.ts";
import type { Rank } from "./people-queries.ts";

const PLACES = 3;

type PodiumProps = { readonly ranks: readonly Rank[]; readonly choices: BoardChoices };

export function Podium({ ranks, choices }: PodiumProps) {
  const { people } = useText();
  return (
    <ol className="podium" aria-label={people.podium}>
      {ranks.slice(0, PLACES).map((rank) => (
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
  const earned = { TOTAL: rank.profit.total, PNL: rank.realized, VOL: undefined }[ranking];
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
      <strong className={`number ${signClass(earned ?? 0)}`}>
        {earned === undefined ? formats.money(volume) : formats.change(earned)}
      </strong>
      <span className="soft">{people.rankings[ranking]}</span>
    </li>
  );
}
