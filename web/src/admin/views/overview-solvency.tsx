/** The proof of solvency, computed anew every half minute. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { trading } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { Failure, Loading } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useFormats } from "../../text/language.tsx";
import { moneyWords, timeWords } from "../amounts.ts";
import { Facts } from "../parts/facts.tsx";
import { useWords } from "../words.ts";

type Proof = Operations["GET /proof/solvency"]["answer"];

const EVERY_MS = 30_000;
/** Age in milliseconds from which the proof counts as stale, even while a request is pending. */
const OLD_MS = 75_000;

export function Solvency() {
  const words = useWords();
  const now = useNow(1_000);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["solvency"],
    queryFn: ({ signal }) => trading("GET /proof/solvency", { signal }),
    refetchInterval: EVERY_MS,
  });
  const old = error !== null || now - dataUpdatedAt > OLD_MS;
  return (
    <section className="panel">
      <h2>{words.overview.solvency}</h2>
      {data === undefined && error === null && <Loading rows={4} />}
      {data && <SolvencyResult proof={data} old={old} />}
      {error !== null && <Failure error={error} />}
      {data && <Totals proof={data} computedAt={dataUpdatedAt} now={now} />}
      {data && <Unequal proof={data} />}
      <button type="button" className="small" disabled={isFetching} onClick={() => void refetch()}>
        {words.overview.computeAgain}
      </button>
    </section>
  );
}

function SolvencyResult({ proof: { solvent }, old }: { readonly proof: Proof; readonly old: boolean }) {
  const { oldMark, overview: words } = useWords();
  const tone = old ? "warn" : solvent ? "up" : "down";
  return (
    <>
      <p className={`figure ${tone}`}>
        <span aria-hidden="true">{tone === "up" ? "● " : "▲ "}</span>
        {old ? oldMark : solvent ? words.solvent : words.insolvent}
      </p>
      <p className="soft">{words.equation}</p>
    </>
  );
}

type TotalsProps = { readonly proof: Proof; readonly computedAt: number; readonly now: number };

function Totals({ proof, computedAt, now }: TotalsProps) {
  const { overview: words } = useWords();
  const formats = useFormats();
  const count = formats.count;
  const equal = proof.markets.filter((market) => market.equal).length;
  return (
    <Facts
      facts={[
        [words.deposits, moneyWords(proof.deposits, formats)],
        [words.balances, moneyWords(proof.collateral, formats)],
        [words.fees, moneyWords(proof.fees, formats)],
        [words.backing, moneyWords(proof.backing, formats)],
        [words.debt, moneyWords(proof.debt, formats)],
        [words.claims, moneyWords(proof.claims, formats)],
        [words.equalMarkets, words.equalOf(count(equal), count(proof.markets.length))],
        [words.asOf, words.asOfBatch(count(proof.sequence), timeWords(proof.time, formats))],
        [words.computed, formats.relative(Math.min(computedAt, now), now)],
      ]}
    />
  );
}

/** Number of unequal markets shown. Their causes usually explain the others. */
const SHOWN = 10;

function Unequal({ proof }: { readonly proof: Proof }) {
  const { overview: words } = useWords();
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
