/** Markets at the operator API: create, show and change them. */
import { MARKET_VERSIONS } from "../../../core/markets/market-version.ts";
import { listResolutionSteps } from "../../../store/reads/resolution-steps.ts";
import { Type } from "typebox";
import type { Static, TObject, TSchema } from "typebox";
import type { Endpoint } from "../../operation/endpoint.ts";
import { listNewMarket } from "../../../listings/create-listing.ts";
import { LIMITS } from "../../../listings/gamma-fields.ts";
import { instantAt } from "../../../listings/dates.ts";
import { rejectUnsigned } from "../../../core/ledger/accounts.ts";
import type { Listing } from "../../../core/markets/catalog.ts";
import { elementAt } from "../../../core/values/element-at.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange, Market } from "../../../core/state.ts";
import type { Context } from "../../../context.ts";
import { findDescribedMarket, buildOperatorMarket } from "../../../store/reads/markets.ts";
import type { DescribedMarket } from "../../../store/reads/markets.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import type { ResultOf } from "../../operation/answer-once.ts";
import { linesOrBlank, textLine } from "../../values/shown-text.ts";
import { GivenInstant, GivenSlug, PictureAddress, SourceText, readTimes } from "../body-fields.ts";
import { changeOperation, readOperation, MARKETS, draftBody, rejectUnreasoned } from "../operation.ts";
import type { ChangeCall, ChangeOperation, OperatorAction } from "../operation.ts";
import { MarketAnswer, readMarketAnswer, describeMarket } from "./market-answer.ts";
import { MarketTermFields, readMarketTerms } from "./market-terms.ts";
import { GivenWallet, MarketParams, readMarketParam, unknownMarket } from "../path-params.ts";
import { readWallet } from "../../values/wallets.ts";

// A market in operators' requests, alone or with its event.

const { autoRedeem, ...ShortTerms } = MarketTermFields;

const Label = textLine(LIMITS.label);

export const MarketFields = {
  question: textLine(LIMITS.title),
  outcomes: Type.Optional(Type.Tuple([Label, Label], { description: "Yes and No unless given" })),
  slug: Type.Optional(GivenSlug),
  description: Type.Optional(linesOrBlank(LIMITS.description)),
  label: Type.Optional(textLine(LIMITS.label, "Short name inside its event")),
  ...ShortTerms,
  startDate: GivenInstant,
  endDate: GivenInstant,
  gameStartTime: GivenInstant,
  image: Type.Optional(PictureAddress),
  icon: Type.Optional(PictureAddress),
  resolutionSource: Type.Optional(SourceText),
  creator: Type.Optional(GivenWallet),
  autoRedeem,
  version: Type.Optional(
    Type.Enum(MARKET_VERSIONS, {
      description:
        "v1 for tokens of the Conditional Tokens, v2 for position ids of Polymarket's Protocol V2; v1 unless given",
    }),
  ),
};

const GivenFields = Type.Object(MarketFields);
type GivenFields = Type.Static<typeof GivenFields>;

export function readMarket(body: GivenFields) {
  const dates = readTimes(body, ["startDate", "endDate", "gameStartTime"]);
  if (isRejection(dates)) return dates;
  const terms = readMarketTerms(body);
  if (isRejection(terms)) return terms;
  const creator = body.creator === undefined ? undefined : readWallet(body.creator, "creator");
  if (isRejection(creator)) return creator;
  const unsigned = creator === undefined ? undefined : rejectUnsigned(creator);
  if (unsigned !== undefined) return unsigned;
  const outcomes = readOutcomes(body);
  if (isRejection(outcomes)) return outcomes;
  const { slug, description = "", label, image, icon, resolutionSource, version = "v1" } = body;
  const question = body.question.trim();
  const described = { question, outcomes, slug, description, label, image, icon, resolutionSource };
  return { ...described, ...terms, ...dates, creator, version };
}

/**
 * Reads the names of the outcomes. Rejects names that differ in letter case only, and names that mean another payout: yes
 * pays the first outcome, no the second, half both.
 */
function readOutcomes({ outcomes = ["Yes", "No"] }: GivenFields): [string, string] | Rejection {
  const [first, second] = [outcomes[0].trim(), outcomes[1].trim()];
  const [one, other] = [first.toLowerCase(), second.toLowerCase()];
  const expected = (what: string): Rejection =>
    reject("invalid_payload", `outcomes: expected ${what}, got "${first}" and "${second}"`);
  if (one === other) return expected("two different ones");
  if (one === "half" || other === "half") return expected("other words than half, which pays half to each");
  if (one === "no" || other === "yes")
    return expected("Yes to be the first and No the second, as the words for a payout are");
  return [first, second];
}

// Creation of events and markets.

/** Audit entry and answer of an operator's new event or market. */
type Creation<Result> = {
  readonly describe: (listing: Listing) => Omit<OperatorAction, "command" | "reason">;
  readonly tell: (listing: Listing, exchange: Exchange) => Result;
};

/** Creates the function that lists an operator's new event or market, with its audit entry. */
export const createLister = <Result>(
  { context, execute }: ChangeCall<unknown, unknown, unknown>,
  { describe, tell }: Creation<Result>,
) => ({
  sql: context.readSql,
  now: instantAt(context.clock()),
  list: (listing: Listing) =>
    execute({ ...describe(listing), command: { type: "list", listing } }, ({ exchange }) =>
      tell(listing, exchange),
    ),
});

const GivenMarket = draftBody({
  event: Type.String({ maxLength: LIMITS.slug, description: "Id or slug of its event" }),
  ...MarketFields,
  open: Type.Optional(Type.Boolean({ description: "Whether it takes orders at once; else it is a draft" })),
});

/** POST /markets: creates a market in an event, as a draft unless the request opens it at once. */
export const createMarket = changeOperation({
  path: "/markets",
  summary: "Create a market in an event",
  group: MARKETS,
  refuses: ["listing_conflict", "wallet_taken"],
  body: GivenMarket,
  answer: MarketAnswer,
  bodyLimit: 512 * 1024,
  act: async (call) => {
    const market = readMarket(call.body);
    if (isRejection(market)) return market;
    const { event: named, open = false } = call.body;
    const lister = createLister(call, {
      describe: ({ event, markets }) => {
        const { conditionId, slug, question } = elementAt(markets, 0);
        const details = { event: event.id, slug, question, open };
        return { action: "create-market", subject: conditionId, details };
      },
      tell: describeListedMarket,
    });
    return listNewMarket(lister, { ...market, event: named, open });
  },
});

/** Makes the answer for a market right after its listing. */
function describeListedMarket({ event, markets }: Listing, exchange: Exchange) {
  const content = elementAt(markets, 0);
  const market = exchange.marketByCondition.get(content.conditionId);
  if (market === undefined) throw new Error(`market ${content.conditionId} was listed and is not there`);
  return describeMarket(buildOperatorMarket(market, { content, event, lastEdit: 0, steps: [] }), exchange);
}

/** GET /markets/{market}: a market with its proposal, and every step of its resolution. */
export const getMarket = readOperation({
  path: "/markets/:market",
  summary: "Get a market",
  group: MARKETS,
  refuses: ["unknown_market"],
  params: MarketParams,
  answer: MarketAnswer,
  read: async ({ context, params }) => {
    const conditionId = await readMarketParam(context, params.market);
    return isRejection(conditionId) ? conditionId : readMarketAnswer(context, conditionId);
  },
});

// Changes by operators to the market in the path.

type MarketChange<B extends TSchema> = Pick<
  ChangeOperation<TObject, typeof MarketParams, B, unknown>,
  "summary" | "group" | "role" | "refuses" | "body" | "bodyLimit" | "check"
> & {
  /** Last word of the operation's path. */
  readonly word: string;
  readonly change: (conditionId: string, body: Static<B>) => Omit<OperatorAction, "subject" | "reason">;
};

/** Describes an operation that applies its change to the market in the path, and answers with the result. */
export const marketChange = <B extends TSchema>({
  word,
  change,
  refuses = [],
  ...description
}: MarketChange<B>): Endpoint =>
  changeOperation({
    ...description,
    path: `/markets/:market/${word}`,
    refuses: ["unknown_market", ...refuses],
    params: MarketParams,
    answer: MarketAnswer,
    act: async ({ context, params, body, execute }) => {
      const conditionId = await readMarketParam(context, params.market);
      if (isRejection(conditionId)) return conditionId;
      const changed = { ...change(conditionId, body), subject: conditionId };
      // Changes of a market run one at a time, so that no answer misses a step of another operator.
      return context.requestTurns.take([`market ${conditionId}`], async () => {
        const unreasoned = rejectUnreasoned(Object(body), listOneMarket(context, conditionId));
        if (unreasoned !== undefined) return unreasoned;
        const before = await readFirst(async () => findDescribedMarket(await context.sql(), conditionId));
        return before === undefined
          ? unknownMarket(params.market)
          : execute(changed, describeChangedMarket(before));
      });
    },
  });

/** Lists the one market that a change concerns, as the engine has it; nothing if there is none. */
export const listOneMarket = (
  { engine }: Pick<Context, "engine">,
  conditionId: string,
): readonly Market[] => {
  const market = engine.exchange.marketByCondition.get(conditionId);
  return market === undefined ? [] : [market];
};

/** Makes the answer for a market right after its change. */
const describeChangedMarket =
  (before: DescribedMarket): ResultOf<ReturnType<typeof describeMarket>> =>
  ({ exchange, events, at }) => {
    const market = exchange.marketByCondition.get(before.content.conditionId);
    if (market === undefined) throw new Error(`market ${before.content.conditionId} is not there`);
    const steps = [...before.steps, ...listResolutionSteps(events, market, at)];
    return describeMarket(buildOperatorMarket(market, { ...before, steps }), exchange);
  };
