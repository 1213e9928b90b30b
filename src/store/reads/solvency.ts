/**
 * Proof of solvency, from tables that are written separately and read in one snapshot. Deposits less withdrawals, by
 * the operations, must equal the collateral of accounts plus the backing of shares. Each market's backing must cover
 * its positions. Sums are big integers: with conversions, total backing can exceed total deposits.
 */
import type { MarketStatus, Payout } from "../../core/markets/catalog.ts";
import { FEE_ACCOUNT } from "../../core/ledger/fees.ts";
import { computeDebt, isYes } from "../../core/ledger/negative-risk.ts";
import type { BackedMarket } from "../../core/ledger/open-interest.ts";
import { NO_LOTS, addLots, addMicros, lots, redemptionValue, setValue } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { GENESIS_HASH } from "../journal/journal.ts";
import type { JournalHead } from "../journal/journal.ts";
import type { AnySql, Sql } from "../sql/database.ts";
import { readSnapshot } from "../sql/transact.ts";

type MarketBacking = {
  readonly conditionId: string;
  readonly eventId: number;
  readonly status: MarketStatus;
  readonly negativeRisk: boolean;
  readonly payout: Payout | null;
  readonly backing: Micros;
  /** Outstanding shares of each outcome. */
  readonly supply: readonly [Lots, Lots];
  /** Shares of outcome 1 that conversions took out of circulation. */
  readonly burned: Lots;
};

export type MarketProof = MarketBacking & {
  /** Largest claim of all outstanding shares; for an open market, the claim if either outcome wins. */
  readonly claims: Micros;
  /** True if the backing equals the claims, and in an open market either outcome can claim the same. */
  readonly equal: boolean;
};

export type EventProof = {
  readonly eventId: number;
  /** Number of sets of NO shares ever converted. */
  readonly converted: Lots;
  /** Collateral that conversions paid ahead, less the part that burned shares paid back. */
  readonly debt: bigint;
};

export type SolvencyProof = {
  readonly head: JournalHead;
  /** Collateral: total deposits less total withdrawals. */
  readonly deposits: bigint;
  /** Collateral of all accounts, and of the fee account. */
  readonly collateral: bigint;
  readonly fees: Micros;
  readonly backing: bigint;
  readonly debt: bigint;
  /** Maximum claim of all outstanding shares. Of mutually exclusive markets in an event, only one can win. */
  readonly claims: bigint;
  /** True if every market's shares are backed, no deposit is missing, and the collateral covers all claims. */
  readonly solvent: boolean;
  readonly markets: readonly MarketProof[];
  /** Events with conversions. */
  readonly events: readonly EventProof[];
};

/** Proves solvency as of the last commit. */
export const proveSolvency = (sql: Sql): Promise<SolvencyProof> => readSnapshot(sql, proveSnapshot);

/** Proves solvency as of the snapshot of the caller's transaction. */
export async function proveSnapshot(snapshot: AnySql): Promise<SolvencyProof> {
  const totals = await readTotals(snapshot);
  const markets = (await listBackings(snapshot)).map(proveMarket);
  const byEvent = Map.groupBy(markets, ({ eventId }) => eventId);
  const events = (await listConversions(snapshot)).map((conversion) => ({
    ...conversion,
    debt: unpaidBy(byEvent.get(conversion.eventId) ?? [], conversion.converted),
  }));
  const [backing, debt] = [
    sum(markets.map((market) => market.backing)),
    sum(events.map((event) => event.debt)),
  ];
  const claims = sum([...byEvent.values()].map(sumClaims));
  const { collateral, deposits } = totals;
  const balanced = deposits === collateral + backing - debt;
  const solvent = balanced && claims <= backing - debt && markets.every(({ equal }) => equal);
  return { ...totals, backing, debt, claims, solvent, markets, events };
}

type Totals = Pick<SolvencyProof, "head" | "deposits" | "collateral" | "fees">;

async function readTotals(snapshot: AnySql): Promise<Totals> {
  const [row] = await snapshot<
    [
      {
        head: JournalHead["seq"] | null;
        at: number;
        hash: Buffer;
        deposits: string;
        collateral: string;
        fees: Micros;
      },
    ]
  >`
    select journal.seq as head, journal.at, journal.hash,
      (select coalesce(sum(collateral), 0) from operations
       where kind in ('deposit', 'withdrawal', 'debit')) as deposits,
      (select coalesce(sum(collateral), 0) from accounts) as collateral,
      coalesce((select collateral from accounts where address = ${FEE_ACCOUNT}), 0) as fees
    from (select max(seq) as seq from read_tables) as tables left join journal using (seq)`;
  const { head, at, hash, deposits, collateral, fees } = row;
  return {
    head: head === null ? { seq: 0, at: 0, hash: GENESIS_HASH } : { seq: head, at, hash },
    deposits: BigInt(deposits),
    collateral: BigInt(collateral),
    fees,
  };
}

/** Lists markets with backing, with shares, or with burned shares. */
const listBackings = (snapshot: AnySql): Promise<MarketBacking[]> => snapshot<MarketBacking[]>`
  select markets.condition_id as "conditionId", markets.event_id as "eventId", status,
    negative_risk as "negativeRisk", payout, backing, burned,
    array[coalesce(supply.first, 0), coalesce(supply.second, 0)]::bigint[] as supply
  from market_states
  join markets on markets.no = market_states.market
  left join (
    select market, sum(lots) filter (where outcome = 0) as first, sum(lots) filter (where outcome = 1) as second
    from positions where lots > 0 group by market
  ) as supply on supply.market = market_states.market
  where backing > 0 or burned > 0 or supply.market is not null
  order by market_states.market`;

const listConversions = (snapshot: AnySql): Promise<Omit<EventProof, "debt">[]> =>
  snapshot<Omit<EventProof, "debt">[]>`
    select event as "eventId", converted from event_states order by event`;

function proveMarket(market: MarketBacking): MarketProof {
  const { payout, backing, burned } = market;
  const [first, second] = market.supply;
  if (payout !== null) {
    const claims = addMicros(redemptionValue(first, payout, 0), redemptionValue(second, payout, 1));
    return { ...market, claims, equal: claims === backing };
  }
  const either = [setValue(first), setValue(addLots(second, burned))] as const;
  const claims = either[0] > either[1] ? either[0] : either[1];
  return { ...market, claims, equal: either[0] === either[1] && claims === backing };
}

/** Sums the debt from table rows as the core does. */
const unpaidBy = (markets: readonly MarketProof[], converted: Lots): bigint =>
  computeDebt(
    markets.map(({ payout, burned }) => ({ payout: payout ?? undefined, burned })),
    converted,
  );

/**
 * Sums the maximum claim of an event's shares: the markets' claims, less those that can never be made together. Except
 * for one, all markets with burned shares resolve NO; there nobody holds those shares any more.
 */
function sumClaims(markets: readonly MarketProof[]): bigint {
  const open = listBurned(markets.filter(({ payout }) => payout === null));
  const decided = markets.some(({ negativeRisk, payout }) => negativeRisk && isYes(payout ?? undefined));
  const largest = decided ? NO_LOTS : Math.max(NO_LOTS, ...open);
  return sum(markets.map(({ claims }) => claims)) - value(sum(open) - BigInt(largest));
}

const listBurned = (markets: readonly MarketProof[]): Lots[] => markets.map(({ burned }) => burned);

const LOT_VALUE = BigInt(setValue(lots(1)));

const value = (quantity: bigint): bigint => quantity * LOT_VALUE;

const sum = (amounts: readonly (number | bigint)[]): bigint =>
  amounts.reduce<bigint>((total, amount) => total + BigInt(amount), 0n);

// Cached proofs of solvency, so that all pages of a listing are of the same commit as its first page.

/** Returns the proof as of the last commit, or a cached proof with this sequence. */
export type ProveSolvency = (sequence?: number) => Promise<SolvencyProof>;

type ProofCache = {
  readonly prove: ProveSolvency;
  /** Clears all proofs, after the exchange was put back to an earlier state. */
  forget(): void;
};

/** Number of cached proofs. A client that pages so slowly that its proof is dropped continues with a newer one. */
const MAX_CACHED_PROOFS = 4;

/** Wraps `prove` with a cache of its proofs. */
export function cacheProofs(prove: () => Promise<SolvencyProof>): ProofCache {
  const cachedProofs = new Map<number, SolvencyProof>();
  const proveKept: ProveSolvency = async (sequence) => {
    const known = sequence === undefined ? undefined : cachedProofs.get(sequence);
    if (known !== undefined) return known;
    const proof = await prove();
    cachedProofs.delete(proof.head.seq);
    cachedProofs.set(proof.head.seq, proof);
    for (const oldest of cachedProofs.keys()) {
      if (cachedProofs.size <= MAX_CACHED_PROOFS) break;
      cachedProofs.delete(oldest);
    }
    return proof;
  };
  return { prove: proveKept, forget: () => cachedProofs.clear() };
}

// Amounts from which open interest is computed: the backing of markets, and the debt of conversions.

export type BackedRow = BackedMarket & {
  readonly conditionId: string;
  /** Catalog id. */
  readonly event: number;
};

/** Lists all markets of the events of these conditions (lower case), event by event, in order of listing. */
export async function listBackedMarkets(sql: Sql, conditionIds: readonly string[]): Promise<BackedRow[]> {
  const rows = await sql<(Omit<BackedRow, "payout"> & { payout: [number, number] | null })[]>`
    select condition_id as "conditionId", event_id as event, payout, backing, burned,
      coalesce(converted, 0)::bigint as converted
    from markets
    join market_states on market_states.market = markets.no and status <> 'draft'
    left join event_states on event_states.event = markets.event_id
    where event_id = any(array(
      select event_id from markets where condition_id = any(${conditionIds as string[]}::text[])
    ))
    order by event_id, no`;
  return rows.map(({ payout, ...row }) => ({ ...row, payout: payout ?? undefined }));
}

/** Sums the collateral behind all shares of all markets, less the amounts that conversions paid ahead. */
export async function sumOpenInterest(sql: Sql): Promise<Micros> {
  const [{ total }] = await sql<[{ total: Micros }]>`
    select (
      coalesce(sum(backing - case when payout[1] = 0 then 0 else burned * 10000 end), 0)
      + (select coalesce(sum(converted), 0) * 10000 from event_states)
    )::bigint as total
    from market_states`;
  return total;
}
