/** All trades of the exchange, live, with filters. */
import { useQuery } from "@tanstack/react-query";
import { useActivityFilter } from "../account/activity/activity-filter.ts";
import { ActivityFilters } from "../account/activity/activity-filters.tsx";
import { ActivityList, buildTradesFilter } from "../account/activity/activity-list.tsx";
import { RejectedError } from "../api/client.ts";
import { eventQuery } from "../markets/queries/catalog-queries.ts";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useTitle } from "../parts/controls/brand.tsx";
import { useText } from "../text/language.tsx";
import "../styles/markets/markets.css";
import "../styles/account/activity.css";

export function ActivityPage() {
  const { activity: text } = useText();
  const filter = useActivityFilter();
  const isOfEvent = filter.event !== "";
  const { data, error, refetch } = useQuery({ ...eventQuery(filter.event), enabled: isOfEvent });
  const event = isOfEvent ? data : undefined;
  const isKnown = !isOfEvent || event !== undefined;
  const trades = isKnown ? buildTradesFilter(filter, event) : undefined;
  const isUnknown =
    (isKnown && trades === undefined) || (!isKnown && error instanceof RejectedError && error.status === 404);
  useTitle(text.title);
  return (
    <div className="stack">
      <div>
        <h1>{text.title}</h1>
        <p className="soft activity-about">{text.about}</p>
      </div>
      <ActivityFilters filter={filter} event={event} />
      {isUnknown && <Empty>{text.noEvent}</Empty>}
      {!isUnknown && !isKnown && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {!isKnown && error === null && <Loading rows={10} />}
      {trades !== undefined && <ActivityList key={JSON.stringify(trades)} filter={trades} />}
    </div>
  );
}
