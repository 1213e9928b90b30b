/** The public activity of a wallet, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { activityAddress } from "../activity/activity-filter.ts";
import { PagedList } from "../parts/paged-list.tsx";
import { useText } from "../text/language.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { activityQuery } from "./people-queries.ts";

export function PublicActivity({ address }: { readonly address: string }) {
  const { activity: text, people } = useText();
  const query = useInfiniteQuery(activityQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{people.activity}</h2>
      <p>
        <Link href={activityAddress({ user: address })} className="see-all">
          {text.allOfPerson}
        </Link>
      </p>
      <PagedList query={query} empty={people.noActivity}>
        {(rows) => <ActivityTable rows={rows} />}
      </PagedList>
    </>
  );
}
