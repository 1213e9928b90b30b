/** The head of a match: both teams with their chances, and when it starts. */
import { complement, ONE } from "../../../src/core/units.ts";
import { Flash } from "../parts/flash.tsx";
import { useNow } from "../parts/hooks/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import type { Ticks } from "../../../src/core/units.ts";
import type { Market, MarketEvent } from "./market.ts";
import { Crest } from "./crest.tsx";
import { findTeams } from "./teams.ts";
import type { Teams } from "./teams.ts";
import { useShownPrices } from "./queries/use-shown-prices.ts";

const MINUTE_MS = 60_000;

/** Finds the teams of an event whose first market asks for the winner of a match. */
function findMatch({ title, markets: [market] }: MarketEvent): Teams | undefined {
  if (market === undefined) return undefined;
  const [first, second] = market.outcomes;
  return findTeams(title, [first.name, second.name]);
}

export const isMatch = (event: MarketEvent): boolean => findMatch(event) !== undefined;

export function Scoreboard({ event }: { readonly event: MarketEvent }) {
  const [market] = event.markets;
  const teams = findMatch(event);
  return market && teams && <Board market={market} teams={teams} />;
}

type BoardProps = { readonly market: Market; readonly teams: Teams };

function Board({ market, teams }: BoardProps) {
  const { scoreboard: text } = useText().markets;
  const { closed, priced, outcomes } = market;
  const [live] = useShownPrices(closed ? [] : [outcomes[0].tokenId]);
  const price = live ?? (priced ? outcomes[0].price : undefined);
  return (
    <section className="panel scoreboard" aria-label={text.title(...teams)}>
      {teams.map((team, index) => {
        const chance = price === undefined || index === 0 ? price : complement(price);
        return (
          <div key={team} className={closed && chance === ONE ? "team won" : "team"}>
            <Crest team={team} />
            <span className="team-name">{team}</span>
            <strong>
              <Flash value={chance}>
                <TeamChance chance={chance} closed={closed} />
              </Flash>
            </strong>
          </div>
        );
      })}
      <StartTime market={market} />
    </section>
  );
}

type TeamChanceProps = { readonly chance: Ticks | undefined; readonly closed: boolean };

function TeamChance({ chance, closed }: TeamChanceProps) {
  const { scoreboard: text } = useText().markets;
  const formats = useFormats();
  if (chance === undefined) return "–";
  if (closed && chance === ONE) return text.won;
  return closed && chance === 0 ? text.lost : formats.chance(chance);
}

function StartTime({ market: { startsAt, endsAt, closed } }: Pick<BoardProps, "market">) {
  const { scoreboard: text } = useText().markets;
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const at = startsAt ?? endsAt;
  const word = closed ? text.final : at !== undefined && at <= now ? text.started : text.starts;
  return (
    <p className="match-time">
      <span className="soft">{word}</span>{" "}
      {at !== undefined && <time dateTime={new Date(at).toISOString()}>{formats.dayTime(at)}</time>}
    </p>
  );
}
