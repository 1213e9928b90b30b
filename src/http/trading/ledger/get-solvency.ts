/**
 * GET /proof/solvency: proof that the exchange covers its liabilities, as of one commit. The proof can be compared with the
 * journal's hash; its amounts come from tables that are written independently. Each page has the totals. The rows of all
 * pages add up to the totals if all pages name the same sequence.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText, decimalText, sharesText } from "../../../core/units.ts";
import type { EventProof, MarketProof, SolvencyProof } from "../../../store/reads/solvency.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { COLLATERAL_DECIMALS } from "../../values/amount.ts";
import { END_CURSOR, walkPage } from "../pages.ts";
import { PROOF } from "../groups.ts";
import { timeText } from "../trades/trades.ts";

const Collateral = (description: string) => Type.String({ description: `Collateral: ${description}` });

const MarketProofAnswer = Type.Object({
  condition_id: Type.String(),
  event_id: Type.String(),
  status: Type.String(),
  backing: Collateral("locked behind the market's shares"),
  first_supply: Type.String({ description: "Outstanding shares of the first outcome" }),
  second_supply: Type.String({ description: "Outstanding shares of the second outcome" }),
  burned: Type.String({
    description: "Shares of the second outcome that conversions took out of circulation",
  }),
  claims: Collateral("what the outstanding shares can claim; before the resolution, whichever outcome wins"),
  equal: Type.Boolean({
    description:
      "Whether the backing is what can be claimed; before the resolution the first supply has to be the second and " +
      "the burned shares as well",
  }),
});

const EventProofAnswer = Type.Object({
  event_id: Type.String(),
  converted: Type.String({ description: "Sets of second-outcome shares ever converted" }),
  debt: Collateral("paid ahead by conversions; burned shares pay it back when their markets resolve"),
});

export const SolvencyAnswer = Type.Object({
  sequence: Type.Integer({ description: "The journal's number of the last batch that counts" }),
  hash: Type.String({ description: "Hash of that batch, 0x and 64 hex digits" }),
  time: Type.String({
    description: "When it was committed: ISO 8601, in the services' dialects unix seconds",
  }),
  deposits: Collateral("all that came in less all that went out"),
  collateral: Collateral("of all accounts"),
  fees: Collateral("of the account that fees go to, which is among them"),
  backing: Collateral("of all markets"),
  debt: Collateral("of all events"),
  claims: Collateral("the most that all outstanding shares can claim together"),
  solvent: Type.Boolean({
    description:
      "Whether deposits = collateral + backing - debt, claims are at most backing - debt, and every market is equal",
  }),
  markets: Type.Array(MarketProofAnswer, {
    description: "Of the page: markets with backing, with shares, or with burned ones, unequal ones first",
  }),
  events: Type.Array(EventProofAnswer, {
    description: "Of the page: events with conversions, after all markets",
  }),
  next_cursor: Type.String({ description: `Where the next page begins; ${END_CURSOR} is the end` }),
  limit: Type.Integer({ description: "Rows of a page: markets and events" }),
  count: Type.Integer({ description: "Rows of this page" }),
});

/** Rows per page: markets and events. */
const PROOF_PAGE = 500;

export const getSolvency = endpoint({
  method: "GET",
  path: "/proof/solvency",
  summary: "Prove that the exchange has what it owes",
  group: PROOF,
  limits: [TRADING_LIMITS.solvency],
  query: Type.Object({
    next_cursor: Type.Optional(
      Type.String({
        description: "From the page before, of whose commit this one is as well; absent for the first",
      }),
    ),
  }),
  strict: true,
  answer: SolvencyAnswer,
  rows: PROOF_PAGE,
  handle: async ({ context, dialect, query }) => {
    const read = await readProof(context, query.next_cursor);
    if (isRejection(read)) return { rejection: read };
    const { rows, next_cursor, proof } = read;
    const { head, fees, solvent, ...totals } = proof;
    return {
      body: {
        sequence: head.seq,
        hash: `0x${head.hash.toString("hex")}`,
        time: timeText(head.at, dialect),
        deposits: totalText(totals.deposits),
        collateral: totalText(totals.collateral),
        fees: collateralText(fees),
        backing: totalText(totals.backing),
        debt: totalText(totals.debt),
        claims: totalText(totals.claims),
        solvent,
        markets: rows.flatMap((row) => ("conditionId" in row ? [marketAnswer(row)] : [])),
        events: rows.flatMap((row) => ("conditionId" in row ? [] : [eventAnswer(row)])),
        next_cursor,
        limit: PROOF_PAGE,
        count: rows.length,
      },
    };
  },
});

type ProofRow = MarketProof | EventProof;

/**
 * Reads a page and its proof: the proof of the first page, or a newer one if the first page's proof is no longer cached.
 */
async function readProof({ proveSolvency }: Context, cursor: string | undefined) {
  let proof: SolvencyProof | undefined;
  const page = await walkPage<ProofRow>({
    cursor,
    limit: PROOF_PAGE,
    start: () => [0, 0],
    read: async ([sequence = 0, offset = 0], limit) => {
      proof = await proveSolvency(sequence === 0 ? undefined : sequence);
      return listProofRows(proof).slice(offset, offset + limit);
    },
    after: ([, offset = 0], rows) => [proof?.head.seq ?? 0, offset + rows.length],
  });
  return isRejection(page) ? page : { ...page, proof: proof ?? (await proveSolvency()) };
}

/** Lists the rows of the proof, mismatches first. */
const listProofRows = ({ markets, events }: SolvencyProof): ProofRow[] => [
  ...markets.filter(({ equal }) => !equal),
  ...markets.filter(({ equal }) => equal),
  ...events,
];

const totalText = (total: bigint): string => decimalText(total, COLLATERAL_DECIMALS);

const marketAnswer = (market: MarketProof) => ({
  condition_id: market.conditionId,
  event_id: String(market.eventId),
  status: market.status,
  backing: collateralText(market.backing),
  first_supply: sharesText(market.supply[0]),
  second_supply: sharesText(market.supply[1]),
  burned: sharesText(market.burned),
  claims: collateralText(market.claims),
  equal: market.equal,
});

const eventAnswer = ({ eventId, converted, debt }: EventProof) => ({
  event_id: String(eventId),
  converted: sharesText(converted),
  debt: totalText(debt),
});
