import "../../styles/account/people.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { buildSearchAddress } from "../../discover/find/find-choices.ts";
import { useTitle } from "../../parts/controls/brand.tsx";
import { CopyButton } from "../../parts/controls/copy-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Avatar } from "../../parts/marks.tsx";
import { getSignClass } from "../../parts/table.tsx";
import { ProfitChart } from "../profit/profit-chart.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { statisticsQuery } from "./people-queries.ts";
import { ProfileTabs } from "./profile-tabs.tsx";
import { ShownName, getWalletName } from "./shown-name.tsx";

// The head of a wallet's profile: its mark, address, first day and statistics.

function ProfileHead({ address }: { readonly address: string }) {
  const { people, wallet } = useText();
  const formats = useFormats();
  const query = useQuery(statisticsQuery(address));
  const joinedAt = query.data?.joinedAt;
  return (
    <>
      <div className="profile-head">
        <Avatar address={address} size="large" />
        <div>
          <h1>
            <span className="visually-hidden">{people.trader} </span>
            <ShownName address={address} name={query.data?.name ?? ""} />
          </h1>
          <p className="soft">
            {address} <CopyButton text={address} name={wallet.address} />
          </p>
          {joinedAt !== undefined && <p className="soft">{people.joined(formats.date(joinedAt))}</p>}
        </div>
      </div>
      <Loaded query={query} rows={1}>
        {({ value, profit, volume, markets, biggestWin }) => (
          <dl className="figures panel">
            <Statistic
              name={people.total}
              shown={formats.change(profit.total)}
              sign={getSignClass(profit.total)}
            />
            <Statistic
              name={people.realized}
              shown={formats.change(profit.realized)}
              sign={getSignClass(profit.realized)}
            />
            <Statistic
              name={people.open}
              shown={formats.change(profit.open)}
              sign={getSignClass(profit.open)}
            />
            <Statistic
              name={people.biggestWin}
              shown={formats.change(biggestWin)}
              sign={getSignClass(biggestWin)}
            />
            <Statistic name={people.holds} shown={formats.money(value)} />
            <Statistic name={people.rankings.VOL} shown={formats.money(volume)} />
            <Statistic name={people.markets} shown={formats.count(markets)} />
          </dl>
        )}
      </Loaded>
    </>
  );
}

type StatisticProps = { readonly name: string; readonly shown: string; readonly sign?: string };

const Statistic = ({ name, shown, sign = "" }: StatisticProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={sign}>{shown}</dd>
  </div>
);

// The public profile of a wallet: statistics, positions and activity.

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export function ProfilePage({ address }: { readonly address: string }) {
  const { people } = useText();
  if (!ADDRESS.test(address)) {
    return (
      <div className="stack narrow">
        <h1>{people.noTrader}</h1>
        <p>{people.noAddress}</p>
        <p>
          <Link href={buildSearchAddress({ words: address, kind: "people" })} className="button">
            {people.search}
          </Link>
        </p>
      </div>
    );
  }
  return <Profile address={address} />;
}

function Profile({ address }: { readonly address: string }) {
  const { data: figures } = useQuery(statisticsQuery(address));
  useTitle(getWalletName(address, figures?.name ?? ""));
  return (
    <div className="stack">
      <ProfileHead address={address} />
      <ProfitChart address={address} />
      <ProfileTabs address={address} />
    </div>
  );
}
