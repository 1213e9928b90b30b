/** Positions and activity of a wallet as tabs, stored in the address. */
import { useSearchParams } from "wouter";
import { Tabs } from "../parts/tabs.tsx";
import { useText } from "../text/language.tsx";
import { PublicActivity } from "./public-activity.tsx";
import { PublicClosed } from "./public-closed.tsx";
import { PublicPositions } from "./public-positions.tsx";

const SECTIONS = ["positions", "closed", "activity"] as const;
type Section = (typeof SECTIONS)[number];

const VIEWS: Readonly<Record<Section, typeof PublicPositions>> = {
  positions: PublicPositions,
  closed: PublicClosed,
  activity: PublicActivity,
};

export function ProfileTabs({ address }: { readonly address: string }) {
  const { people, portfolio } = useText();
  const [query, setQuery] = useSearchParams();
  const section = SECTIONS.find((one) => one === query.get("tab")) ?? "positions";
  const labels: Readonly<Record<Section, string>> = {
    positions: portfolio.positions,
    closed: portfolio.closed,
    activity: people.activity,
  };
  const View = VIEWS[section];
  return (
    <div className="panel stack">
      <Tabs
        name={people.sections}
        tabs={SECTIONS.map((one) => [one, labels[one]] as const)}
        chosen={section}
        onChoose={(tab) => setQuery({ ...Object.fromEntries(query), tab })}
      >
        <View key={section} address={address} />
      </Tabs>
    </div>
  );
}
