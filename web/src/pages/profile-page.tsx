/** The public profile of a wallet: statistics, positions and activity. */
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../parts/states.tsx";
import { useTitle } from "../parts/use-title.ts";
import { figuresQuery } from "../people/people-queries.ts";
import { nameOfWallet } from "../people/shown-name.tsx";
import { ProfileHead } from "../people/profile-head.tsx";
import { ProfileTabs } from "../people/profile-tabs.tsx";
import { ProfitChart } from "../profit/profit-chart.tsx";
import { useText } from "../text/language.tsx";
import "../styles/people.css";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export function ProfilePage({ address }: { readonly address: string }) {
  const { people } = useText();
  if (!ADDRESS.test(address)) {
    return (
      <>
        <h1>{people.trader}</h1>
        <Failure error={new Error(people.noAddress)} />
      </>
    );
  }
  return <Profile address={address} />;
}

function Profile({ address }: { readonly address: string }) {
  const { data: figures } = useQuery(figuresQuery(address));
  useTitle(nameOfWallet(address, figures?.name ?? ""));
  return (
    <div className="stack">
      <ProfileHead address={address} />
      <ProfitChart address={address} />
      <ProfileTabs address={address} />
    </div>
  );
}
