/** The overview of the exchange: pending work, health, journal, solvency, counts, recent actions and addresses. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import type { Formats } from "../../text/formats.ts";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import type { ConsoleText } from "../parts/console-text.ts";
import { explainTroubles } from "./explain-delivery.ts";
import { explainMaker } from "./explain-maker.ts";
import { formatDuration, formatTables } from "../session/describe-status.ts";
import { formatExactMoney, formatTime } from "../parts/format-amounts.ts";
import { eventPath } from "../listing/event-table.tsx";
import { useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer } from "../session/operator-session.tsx";
import { AuditTable } from "../parts/audit-entry.tsx";
import { CopyableText, DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { Panel, View } from "../parts/view.tsx";
import { useStaleSince, useStatus } from "../session/status.ts";
import type { Status } from "../session/status.ts";

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
          {data.counts?.events === 0 && <FirstSteps />}
          <Attention />
          <div className="column">
            <Health status={data} stale={stale} />
            <Journal status={data} />
          </div>
          <Solvency />
          <Counts status={data} />
          <RecentEntries />
        </div>
      )}
    </View>
  );
}

/** Steps to take first, while the exchange has no events. */
function FirstSteps() {
  const { overview: words, nav } = useConsoleText();
  const steps = [
    ["new-event", words.firstSteps.event],
    ["house", words.firstSteps.house],
    ["invites", words.firstSteps.invites],
    ["markets", words.firstSteps.markets],
  ] as const;
  return (
    <section className="panel wide">
      <h2>{words.firstSteps.title}</h2>
      <ol>
        {steps.map(([view, text]) => (
          <li key={view}>
            <Link href={`/${view}`}>{nav.views[view]}</Link>: {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Journal({ status }: { readonly status: Status }) {
  const { overview: words } = useConsoleText();
  const formats = useFormats();
  return (
    <Panel title={words.journal}>
      <Facts
        facts={[
          [words.batches, formats.count(status.sequence)],
          [words.head, <CopyableText text={status.head} />],
        ]}
      />
      <p className="soft">{words.journalLead}</p>
    </Panel>
  );
}

const STATUSES = ["draft", "active", "paused", "resolved", "archived"] as const;

function Counts({ status: { counts } }: { readonly status: Status }) {
  const { overview: words, market } = useConsoleText();
  const formats = useFormats();
  if (counts === null)
    return (
      <Panel title={words.counts}>
        <p className="soft">{words.notCounted}</p>
      </Panel>
    );
  return (
    <Panel title={words.counts}>
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
    </Panel>
  );
}

type PendingKind = Answer<"GET /attention">["kinds"][number];
type Kind = PendingKind["kind"];
type Work = PendingKind["first"][number];

const ATTENTION_POLL_MS = 15_000;

/** Views for pending work that does not belong to a market. */
const VIEWS: Readonly<Partial<Record<Kind, string>>> = {
  mode: "/mode",
  disk: "/mode",
  memory: "/mode",
  books: "/mode",
  clock: "/mode",
  places: "/figures",
  backup: "/backups",
  webhook: "/webhooks",
  quarantine: "/quarantine",
  "house-maker": "/house",
  resident: "/residents",
};

/** Work that waits for an operator, with links to the views where it is done. */
function Attention() {
  const { attention: words } = useConsoleText();
  const query = useOperatorQuery("GET /attention", { refetchInterval: ATTENTION_POLL_MS });
  return (
    <section className="panel wide attention">
      <h2>{words.title}</h2>
      <Loaded query={query}>
        {({ total, kinds }) =>
          total === 0 ? (
            <p className="soft">{words.nothing}</p>
          ) : (
            <div className="kinds">
              {kinds.map((kind) => (
                <WorkOfKind key={kind.kind} work={kind} />
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function WorkOfKind({ work: { kind, total, first } }: { readonly work: PendingKind }) {
  const { attention: words } = useConsoleText();
  const formats = useFormats();
  const view = VIEWS[kind];
  return (
    <div>
      <h3>
        {words.kinds[kind]} <span className="badge">{formats.count(total)}</span>
      </h3>
      {kind === "places" ? (
        <p className="soft">{words.busy}</p>
      ) : (
        <ul>
          {first.map((one) => (
            <WorkItem key={one.subject} work={one} kind={kind} />
          ))}
        </ul>
      )}
      {total > first.length && (
        <p>
          <Link href={view ?? "/markets"}>{words.more(formats.count(total - first.length))}</Link>
        </p>
      )}
    </div>
  );
}

/** Subject of the work that no backups are made. */
const NO_BACKUPS = "none";

type Explained = { readonly text: ConsoleText; readonly formats: Formats };

/** Explains why something waits, in the words of the view where it is done. */
function explainWork(kind: Kind, why: string, { text, formats }: Explained): string {
  if (kind === "webhook") return explainTroubles(why, text.webhooks, formats);
  if (kind === "house-maker") return explainMaker(why, text, formats);
  return why;
}

type ItemProps = { readonly work: Work; readonly kind: Kind };

/** A link to one piece of pending work. Drafts have a count, work outside of markets has its reason. */
function WorkItem({ work: { subject, title, why, since, count }, kind }: ItemProps) {
  const text = useConsoleText();
  const { attention: words } = text;
  const formats = useFormats();
  const view = VIEWS[kind];
  const isMissingBackup = kind === "backup" && subject === NO_BACKUPS;
  const at = since === null ? undefined : Date.parse(since);
  return (
    <li>
      <Link href={view ?? (kind === "draft" ? eventPath(subject) : `/markets/${subject}`)}>
        {isMissingBackup ? words.noBackups : title}
      </Link>
      {kind === "draft" && <span className="soft"> {words.drafts(count)}</span>}
      {view !== undefined && !isMissingBackup && (
        <span className="soft"> {explainWork(kind, why, { text, formats })}</span>
      )}
      {at !== undefined && !Number.isNaN(at) && <span className="soft"> {formats.zonedTime(at)}</span>}
    </li>
  );
}

type HealthProps = { readonly status: Status; readonly stale: boolean };

/** Duration from which a write of the read tables is shown as slow, s. */
const SLOW_SECONDS = 5;

/** The health of the exchange: mode, database, clock and machine. */
function Health({ status, stale }: HealthProps) {
  const { exchange, clock, tables, uptimeSeconds, version } = status;
  const words = useConsoleText();
  const { overview } = words;
  const formats = useFormats();
  const followed = tables.failing === null && !tables.holdsWriter && tables.flushSeconds < SLOW_SECONDS;
  const isHealthy =
    exchange.mode === "normal" && exchange.suspended === null && clock.why === "" && followed && !stale;
  // If the mode differs from the operator's setting, the exchange has restricted itself.
  const isSelfRestricted = exchange.mode !== exchange.set;
  return (
    <section className="panel health">
      <h2>{overview.health}</h2>
      <p className={isHealthy ? "figure up" : "figure warn"}>
        <span aria-hidden="true">{isHealthy ? "● " : "▲ "}</span>
        {stale ? words.oldMark : words.mode.names[exchange.mode]}
      </p>
      {!stale && <p className="soft">{words.mode.takes[exchange.mode]}</p>}
      <Facts
        facts={[
          [overview.running, formatDuration(uptimeSeconds, formats.count, overview.units)],
          [overview.version, version],
          [overview.database, stale ? overview.unknown : (exchange.suspended ?? overview.databaseAnswers)],
          [overview.clock, stale ? overview.unknown : clock.why || overview.clockWell],
          [
            overview.machine,
            stale ? overview.unknown : isSelfRestricted ? exchange.why : overview.machineWell,
          ],
        ]}
      />
      <p className="soft">{overview.itself}</p>
      <p>
        <Link href="/mode">{overview.changeMode}</Link>
      </p>
    </section>
  );
}

type Proof = Operations["GET /proof/solvency"]["answer"];

const POLL_MS = 30_000;
/** Age in milliseconds from which the proof counts as stale, even while a request is pending. */
const STALE_MS = 75_000;

/** The proof of solvency, computed again every half minute. */
function Solvency() {
  const words = useConsoleText();
  const now = useNow(1_000);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["solvency"],
    queryFn: ({ signal }) => trading("GET /proof/solvency", { signal }),
    refetchInterval: POLL_MS,
  });
  const stale = error !== null || now - dataUpdatedAt > STALE_MS;
  return (
    <Panel title={words.overview.solvency}>
      {data === undefined && error === null && <Loading rows={4} />}
      {data && <SolvencyResult proof={data} stale={stale} />}
      {error !== null && <Failure error={error} />}
      {data && <Totals proof={data} computedAt={dataUpdatedAt} now={now} />}
      {data && <UnequalMarkets proof={data} />}
      <button type="button" className="small" disabled={isFetching} onClick={() => void refetch()}>
        {words.overview.computeAgain}
      </button>
    </Panel>
  );
}

function SolvencyResult({ proof: { solvent }, stale }: { readonly proof: Proof; readonly stale: boolean }) {
  const { oldMark, overview: words } = useConsoleText();
  const tone = stale ? "warn" : solvent ? "up" : "down";
  return (
    <>
      <p className={`figure ${tone}`}>
        <span aria-hidden="true">{tone === "up" ? "● " : "▲ "}</span>
        {stale ? oldMark : solvent ? words.solvent : words.insolvent}
      </p>
      <p className="soft">{words.equation}</p>
    </>
  );
}

type TotalsProps = { readonly proof: Proof; readonly computedAt: number; readonly now: number };

function Totals({ proof, computedAt, now }: TotalsProps) {
  const { overview: words } = useConsoleText();
  const formats = useFormats();
  const count = formats.count;
  const equalMarkets = proof.markets.filter((market) => market.equal).length;
  return (
    <Facts
      facts={[
        [words.deposits, formatExactMoney(proof.deposits, formats)],
        [words.balances, formatExactMoney(proof.collateral, formats)],
        [words.fees, formatExactMoney(proof.fees, formats)],
        [words.backing, formatExactMoney(proof.backing, formats)],
        [words.debt, formatExactMoney(proof.debt, formats)],
        [words.claims, formatExactMoney(proof.claims, formats)],
        [words.equalMarkets, words.equalOf(count(equalMarkets), count(proof.markets.length))],
        [
          words.asOf,
          proof.sequence === 0
            ? words.noBatch
            : words.asOfBatch(count(proof.sequence), formatTime(proof.time, formats)),
        ],
        [words.computed, formats.relative(Math.min(computedAt, now), now)],
      ]}
    />
  );
}

/** Maximum number of unequal markets shown. Further ones usually have the same causes. */
const SHOWN_MARKETS = 10;

function UnequalMarkets({ proof }: { readonly proof: Proof }) {
  const { overview: words } = useConsoleText();
  const markets = proof.markets.filter(({ equal }) => !equal);
  if (markets.length === 0) return null;
  return (
    <>
      <h3>{words.unequal}</h3>
      <ul>
        {markets.slice(0, SHOWN_MARKETS).map(({ condition_id: id }) => (
          <li key={id}>
            <Link href={`/markets/${id}`}>
              <code>{id}</code>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const SHOWN_ENTRIES = 5;

/** The latest entries of the audit log. */
function RecentEntries() {
  const { overview: words } = useConsoleText();
  const query = useOperatorQuery("GET /audit", { query: { limit: SHOWN_ENTRIES }, refetchInterval: 10_000 });
  return (
    <section className="panel wide">
      <h2>{words.lastActions}</h2>
      <Loaded query={query}>{({ data }) => <AuditTable entries={data} />}</Loaded>
      <p>
        <Link href="/audit">{words.allActions}</Link>
      </p>
    </section>
  );
}

/** The addresses of the interfaces, and how far the read tables are. */
export function AddressesView() {
  const { overview: words } = useConsoleText();
  const formats = useFormats();
  const status = useStatus();
  return (
    <View title={words.addresses} lead={words.addressesLead}>
      <Loaded query={status}>
        {({ addresses, tables }) => (
          <>
            <Addresses addresses={addresses} />
            <Panel title={words.tables}>
              <p>{formatTables(tables, words, formats.count)}</p>
            </Panel>
          </>
        )}
      </Loaded>
    </View>
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

type AddressRow = { readonly name: string; readonly address: string };

function listAddresses(addresses: unknown): readonly AddressRow[] {
  if (!isRecord(addresses)) return [];
  return Object.entries(addresses).flatMap(([name, place]): AddressRow[] => {
    if (typeof place === "string") return [{ name, address: place }];
    if (!isRecord(place)) return [];
    return Object.entries(place).map(([part, address]) => ({
      name: `${name} ${part}`,
      address: String(address),
    }));
  });
}

/** The addresses of the interfaces. */
function Addresses({ addresses }: { readonly addresses: unknown }) {
  const { overview: words } = useConsoleText();
  return (
    <section className="panel wide">
      <h2>{words.addresses}</h2>
      <DataTable
        caption={words.addresses}
        columns={[
          { name: words.interface, cell: ({ name }) => name },
          { name: words.address, cell: ({ address }) => <a href={address}>{address}</a> },
        ]}
        rows={listAddresses(addresses)}
        keyOf={({ name }) => name}
        empty={words.starting}
      />
    </section>
  );
}
