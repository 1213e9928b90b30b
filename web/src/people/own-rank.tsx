/** The visitor's own rank, always visible above the ranks of all. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../parts/loaded.tsx";
import { useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import type { BoardChoices } from "./leaderboard-choices.ts";
import { standingQuery } from "./people-queries.ts";
import { RankTable } from "./rank-table.tsx";

export function OwnRank({ choices }: { readonly choices: BoardChoices }) {
  const { trader } = useSession();
  return trader === undefined ? null : <Standing address={trader.wallet.address} choices={choices} />;
}

type StandingProps = { readonly address: string; readonly choices: BoardChoices };

function Standing({ address, choices }: StandingProps) {
  const { people } = useText();
  const query = useQuery(standingQuery(address, choices));
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
