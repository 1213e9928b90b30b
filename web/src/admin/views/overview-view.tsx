/** The overview of the exchange: health, journal, solvency, counts and recent actions. */
import { Link } from "wouter";
import { Failure, Loading } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { Facts } from "../parts/facts.tsx";
import { View } from "../parts/view.tsx";
import { useStaleSince, useStatus } from "../status.ts";
import type { Status } from "../status.ts";
import { useConsoleText } from "../console-text.ts";
import { Addresses } from "./overview-addresses.tsx";
import { Attention } from "./overview-attention.tsx";
import { RecentEntries } from "./overview-audit.tsx";
import { Health } from "./overview-health.tsx";
import { Solvency } from "./overview-solvency.tsx";

export function OverviewView() {
  const words = useConsoleText();
  const { data, error, refetch } = useStatus();
  const stale = useStaleSince() !== undefined;
  return (
    <View title={words.nav.views.overview}>
      {data === undefined && error === null && <Loading rows={6} />}
      {data === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className={stale ? "panels stale" : "panels"} data-stale={stale ? words.oldMark : undefined}>
          <Attention />
          <div className="column">
            <Health status={data} stale={stale} />
            <Journal status={data} />
          </div>
          <Solvency />
          <Counts status={data} />
          <RecentEntries />
          <Addresses addresses={data.addresses} />
        </div>
      )}
    </View>
  );
}

function Journal({ status }: { readonly status: Status }) {
  const { overview: words } = useConsoleText();
  const formats = useFormats();
  return (
    <section className="panel">
      <h2>{words.journal}</h2>
      <Facts
        facts={[
          [words.batches, formats.count(status.sequence)],
          [words.head, <CopyableText text={status.head} />],
        ]}
      />
      <p className="soft">{words.journalLead}</p>
    </section>
  );
}

const STATUSES = ["draft", "active", "paused", "resolved", "archived"] as const;

function Counts({ status: { counts } }: { readonly status: Status }) {
  const { overview: words, market } = useConsoleText();
  const formats = useFormats();
  if (counts === null)
    return (
      <section className="panel">
        <h2>{words.counts}</h2>
        <p className="soft">{words.notCounted}</p>
      </section>
    );
  return (
    <section className="panel">
      <h2>{words.counts}</h2>
      <Facts
        facts={[
          [words.accounts, formats.count(counts.accounts)],
          [words.openOrders, formats.count(counts.openOrders)],
          [words.bans, <Link href="/bans">{formats.count(counts.bans)}</Link>],
          [words.events, formats.count(counts.events)],
          ...STATUSES.map(
            (status) =>
              [words.marketsThatAre(market.statuses[status]), formats.count(counts.markets[status])] as const,
          ),
        ]}
      />
    </section>
  );
}
