/** The proof of solvency, computed anew every half minute. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { trading } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { Failure, Loading } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useFormats } from "../../text/language.tsx";
import { formatExactMoney, formatTime } from "../format-amounts.ts";
import { Facts } from "../parts/facts.tsx";
import { useConsoleText } from "../console-text.ts";

type Proof = Operations["GET /proof/solvency"]["answer"];

const EVERY_MS = 30_000;
/** Age in milliseconds from which the proof counts as stale, even while a request is pending. */
const STALE_MS = 75_000;

export function Solvency() {
  const words = useConsoleText();
  const now = useNow(1_000);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["solvency"],
    queryFn: ({ signal }) => trading("GET /proof/solvency", { signal }),
    refetchInterval: EVERY_MS,
  });
  const stale = error !== null || now - dataUpdatedAt > STALE_MS;
  return (
    <section className="panel">
      <h2>{words.overview.solvency}</h2>
      {data === undefined && error === null && <Loading rows={4} />}
      {data && <SolvencyResult proof={data} stale={stale} />}
      {error !== null && <Failure error={error} />}
      {data && <Totals proof={data} computedAt={dataUpdatedAt} now={now} />}
      {data && <UnequalMarkets proof={data} />}
      <button type="button" className="small" disabled={isFetching} onClick={() => void refetch()}>
        {words.overview.computeAgain}
      </button>
    </section>
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
  const equal = proof.markets.filter((market) => market.equal).length;
  return (
    <Facts
      facts={[
        [words.deposits, formatExactMoney(proof.deposits, formats)],
        [words.balances, formatExactMoney(proof.collateral, formats)],
        [words.fees, formatExactMoney(proof.fees, formats)],
        [words.backing, formatExactMoney(proof.backing, formats)],
        [words.debt, formatExactMoney(proof.debt, formats)],
        [words.claims, formatExactMoney(proof.claims, formats)],
        [words.equalMarkets, words.equalOf(count(equal), count(proof.markets.length))],
        [words.asOf, words.asOfBatch(count(proof.sequence), formatTime(proof.time, formats))],
        [words.computed, formats.relative(Math.min(computedAt, now), now)],
      ]}
    />
  );
}

/** Number of unequal markets shown. Their causes usually explain the others. */
const SHOWN = 10;

function UnequalMarkets({ proof }: { readonly proof: Proof }) {
  const { overview: words } = useConsoleText();
  const markets = proof.markets.filter(({ equal }) => !equal);
  if (markets.length === 0) return null;
  return (
    <>
      <h3>{words.unequal}</h3>
      <ul>
        {markets.slice(0, SHOWN).map(({ condition_id: id }) => (
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
