/** POST /markets: creates a market in an event, as a draft unless it is to open at once. */
import { Type } from "typebox";
import { createMarket as create } from "../../catalog/create-market.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { instantAt } from "../../catalog/instants.ts";
import type { Listing } from "../../core/catalog.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { operatorMarketOf } from "../../store/reads/operator-markets.ts";
import { once } from "../once.ts";
import { nonBlankText, storableText } from "../storable-text.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { MARKETS } from "./groups.ts";
import { listCreated } from "./list-created.ts";
import { Slug, Url } from "./listing-schema.ts";
import { describeMarket, MarketAnswer } from "./market-answer.ts";
import { operation, Reason } from "./operation.ts";
import { readTerms, TermFields } from "./trading-terms.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

const { autoRedeem, ...ShortTerms } = TermFields;

const Label = nonBlankText(LIMITS.label);

const GivenMarket = Type.Object(
  {
    event: Type.String({ maxLength: LIMITS.slug, description: "Id or slug of its event" }),
    question: nonBlankText(LIMITS.title),
    outcomes: Type.Optional(Type.Tuple([Label, Label], { description: "Yes and No unless given" })),
    slug: Type.Optional(Slug),
    description: Type.Optional(storableText(LIMITS.description)),
    label: Type.Optional(nonBlankText(LIMITS.label, "Short name inside its event")),
    ...ShortTerms,
    startDate: GivenInstant,
    endDate: GivenInstant,
    gameStartTime: GivenInstant,
    image: Type.Optional(Url),
    icon: Type.Optional(Url),
    resolutionSource: Type.Optional(Url),
    creator: Type.Optional(GivenWallet),
    autoRedeem,
    open: Type.Optional(Type.Boolean({ description: "Whether it takes orders at once; else it is a draft" })),
    reason: Reason,
  },
  { additionalProperties: false },
);
type GivenMarket = Type.Static<typeof GivenMarket>;

export const createMarket = operation({
  method: "POST",
  path: "/markets",
  summary: "Create a market in an event",
  group: MARKETS,
  refuses: ["not_accepting", "listing_conflict"],
  role: "market-admin",
  body: GivenMarket,
  answer: MarketAnswer,
  bodyLimit: 512 * 1024,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const given = readMarket(body);
        if (isRejection(given)) return given;
        const list = listCreated(call, {
          describe: ({ event, markets: [market] }) => ({
            action: "create-market",
            subject: market.conditionId,
            reason: body.reason,
            details: { event: event.id, slug: market.slug, question: market.question, open: given.open },
          }),
          tell: tellListed,
        });
        return create({ sql: context.readSql, now: instantAt(context.clock()), list }, given);
      },
      tell: ({ result }) => result,
    }),
});

/** The answer for a market that was listed just now. */
function tellListed({ event, markets: [content] }: Listing, exchange: Exchange) {
  const market = exchange.marketByCondition.get(content.conditionId);
  if (market === undefined) throw new Error(`market ${content.conditionId} was listed and is not there`);
  return describeMarket(operatorMarketOf(market, { content, event, steps: [] }));
}

function readMarket(body: GivenMarket) {
  const dates = readInstants(body, ["startDate", "endDate", "gameStartTime"]);
  if (isRejection(dates)) return dates;
  const terms = readTerms(body);
  if (isRejection(terms)) return terms;
  const creator = body.creator === undefined ? undefined : readWallet(body.creator, "creator");
  if (isRejection(creator)) return creator;
  const outcomes = readOutcomes(body);
  if (isRejection(outcomes)) return outcomes;
  const { event, slug, description = "", label, image, icon, resolutionSource } = body;
  const question = body.question.trim();
  const described = { event, question, outcomes, slug, description, label, image, icon, resolutionSource };
  const { open = false } = body;
  return { ...described, ...terms, ...dates, creator, open };
}

/** Names that differ in the case of letters only would be taken for each other. */
function readOutcomes({ outcomes = ["Yes", "No"] }: GivenMarket): [string, string] | Rejection {
  const [first, second] = [outcomes[0].trim(), outcomes[1].trim()];
  if (first.toLowerCase() !== second.toLowerCase()) return [first, second];
  return reject("invalid_payload", `outcomes: expected two different ones, got "${first}" and "${second}"`);
}
