/** The trader's activity, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Activity } from "../api/generated/data.ts";
import { PagedList } from "../parts/paged-list.tsx";
import { findNextPlace, readActivity } from "../people/activity-pages.ts";
import type { ActivityPlace } from "../people/activity-pages.ts";
import { ActivityTable } from "../people/activity-table.tsx";
import { useText } from "../text/language.tsx";
import type { Trader } from "../wallet/session.tsx";
import type { Csv } from "../csv.ts";
import { ExportButton } from "./export-button.tsx";
import { activityQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

export function History({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(activityQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noHistory}>
      {(rows) => (
        <>
          <ExportButton name="presage-history" read={(onRows) => readAll(trader, onRows)} />
          <ActivityTable rows={rows} />
        </>
      )}
    </PagedList>
  );
}

const COLUMNS = [
  "timestamp",
  "type",
  "side",
  "title",
  "outcome",
  "price",
  "size",
  "usdcSize",
  "conditionId",
  "asset",
  "transactionHash",
] as const satisfies readonly (keyof Activity)[];

async function readAll(trader: Trader, onRows: (count: number) => void): Promise<Csv> {
  const rows: Activity[] = [];
  for (let place: ActivityPlace | undefined = { offset: 0 }; place !== undefined;) {
    const page: readonly Activity[] = await readActivity(trader.wallet.address, place);
    rows.push(...page);
    onRows(rows.length);
    place = findNextPlace(page, place);
  }
  return {
    header: ["time", ...COLUMNS],
    rows: rows.map((row) => [
      new Date(row.timestamp * 1000).toISOString(),
      ...COLUMNS.map((column) => row[column]),
    ]),
  };
}
