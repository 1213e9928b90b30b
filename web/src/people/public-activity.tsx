/** What a wallet did, for everyone to see, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Loaded } from "../parts/loaded.tsx";
import { MoreButton } from "../parts/more-button.tsx";
import { Empty } from "../parts/states.tsx";
import { useText } from "../text/language.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { activityQuery } from "./people-queries.ts";

export function PublicActivity({ address }: { readonly address: string }) {
  const { people } = useText();
  const query = useInfiniteQuery(activityQuery(address));
  return (
    <div className="panel stack">
      <h2>{people.activity}</h2>
      <Loaded query={query}>
        {(rows) => (rows.length === 0 ? <Empty>{people.noActivity}</Empty> : <ActivityTable rows={rows} />)}
      </Loaded>
      <MoreButton pages={query} />
    </div>
  );
}
