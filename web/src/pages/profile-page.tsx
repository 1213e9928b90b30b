/** The public profile of a wallet: figures, positions and activity. */
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "../parts/avatar.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Failure } from "../parts/states.tsx";
import { signClass } from "../parts/table.tsx";
import { useTitle } from "../parts/use-title.ts";
import { PublicActivity } from "../people/public-activity.tsx";
import { PublicPositions } from "../people/public-positions.tsx";
import { shortenAddress } from "../people/address-link.tsx";
import { figuresQuery } from "../people/people-queries.ts";
import { useFormats, useText } from "../text/language.tsx";
import "../styles/people.css";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export function ProfilePage({ address }: { readonly address: string }) {
  const { people } = useText();
  useTitle(shortenAddress(address));
  if (!ADDRESS.test(address)) {
    return (
      <>
        <h1>{people.trader}</h1>
        <Failure error={new Error(people.noAddress)} />
      </>
    );
  }
  return (
    <div className="stack">
      <div className="profile-head">
        <Avatar address={address} size="large" />
        <div>
          <h1>
            {people.trader} <span title={address}>{shortenAddress(address)}</span>
          </h1>
          <p className="soft">{address}</p>
        </div>
      </div>
      <Figures address={address} />
      <PublicPositions address={address} />
      <PublicActivity address={address} />
    </div>
  );
}

function Figures({ address }: { readonly address: string }) {
  const { people } = useText();
  const formats = useFormats();
  const query = useQuery(figuresQuery(address));
  return (
    <Loaded query={query} rows={1}>
      {({ value, profit, volume, markets }) => (
        <dl className="figures panel">
          <Figure name={people.holds} shown={formats.money(value)} />
          <Figure name={people.rankings.PNL} shown={formats.change(profit)} sign={signClass(profit)} />
          <Figure name={people.rankings.VOL} shown={formats.money(volume)} />
          <Figure name={people.markets} shown={formats.count(markets)} />
        </dl>
      )}
    </Loaded>
  );
}

type FigureProps = { readonly name: string; readonly shown: string; readonly sign?: string };

const Figure = ({ name, shown, sign = "" }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={sign}>{shown}</dd>
  </div>
);
