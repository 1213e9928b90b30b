/** Ids, slugs and tags of the events and markets that operators create. */
import type { CatalogTag, Instant } from "../core/markets/catalog.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { MarketVersion } from "../core/markets/market-version.ts";
import { toHex } from "../signing/hex.ts";
import {
  buildAncillaryData,
  computeMarketIds,
  computeNegRiskMarketId,
  computeNegRiskQuestionId,
  computeQuestionId,
} from "../signing/orders/market-ids.ts";
import type { MarketIds } from "../signing/orders/market-ids.ts";
import { chooseVersion } from "../signing/orders/position-ids.ts";
import { firstFreeSlug, listTagsBySlug, nextId } from "../store/catalog/created-names.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { listSlugCandidates, makeSlug, listTagSlugs } from "./slug.ts";

// Ids of the markets that operators create, by the formulas of the Conditional Tokens contracts. The addresses are made
// up: each is the start of a SHA-256 hash (of "presage oracle" and the like), and nobody has its key. The question's id
// covers the market's number, so that two markets may ask the same question.

const ORACLE = "0xece540d1f72dcd450c639d97c3b2f58923ca1a37";
const NEGATIVE_RISK_ORACLE = "0x8d77f8959b901679f2555faa1e185bcfec0893b0";
const COLLATERAL = "0xfc3aefea4edddb6420d980f7ab666bc8c757f3f8";
const WRAPPED_COLLATERAL = "0x10886bb6cffbd59d67ca842c1e2686b9c608da14";
/** Author address of questions of markets without a creator. */
const INITIALIZER = "0x98ba6bb6313ad00f093d64608199b96c499fb3a9";

export type CreatedIds = MarketIds & {
  readonly questionId: string;
  readonly otherVersionIds?: readonly [string, string];
};

/** Inputs of a question's id; `id` is the market's number in the catalog. */
export type QuestionParams = {
  readonly id: string;
  readonly question: string;
  readonly description: string;
  /** Lower-case address. */
  readonly creator: string | undefined;
  readonly version: MarketVersion;
};

/** Computes the ids of a question that is not part of a negative-risk event. */
export function computeQuestionIds(asked: QuestionParams): CreatedIds {
  const question = computeQuestionId(buildAncillaryText(asked));
  const tokens = computeMarketIds({ oracle: ORACLE, questionId: question, collateral: COLLATERAL });
  const positions = { module: "binary", source: question, index: 0 } as const;
  return { questionId: question, ...chooseVersion(asked.version, tokens, positions) };
}

/** A question of a negative-risk event, with its number (0..254) and the event's id. */
export type ExclusiveQuestion = {
  readonly eventMarketId: string;
  readonly index: number;
  readonly version: MarketVersion;
};

export function computeExclusiveIds({ eventMarketId, index, version }: ExclusiveQuestion): CreatedIds {
  const question = computeNegRiskQuestionId(eventMarketId, index);
  const tokens = computeMarketIds({
    oracle: NEGATIVE_RISK_ORACLE,
    questionId: question,
    collateral: WRAPPED_COLLATERAL,
  });
  const positions = { module: "negative-risk", source: eventMarketId, index } as const;
  return { questionId: question, ...chooseVersion(version, tokens, positions) };
}

/** Computes the request id of a negative-risk market's question. */
export const computeRequestId = (asked: QuestionParams): string =>
  computeQuestionId(buildAncillaryText(asked));

/** Computes the negative-risk id of an event from its title and number, without a conversion fee. */
export const computeEventMarketId = ({
  id,
  title,
}: {
  readonly id: string;
  readonly title: string;
}): string =>
  computeNegRiskMarketId({
    oracle: ORACLE,
    feeBips: 0,
    metadata: toHex(Buffer.from(`${title}, event_id: ${id}`, "utf8")),
  });

const buildAncillaryText = ({ id, question, description, creator = INITIALIZER }: QuestionParams): string =>
  buildAncillaryData(`q: title: ${question}, description: ${description} market_id: ${id}`, creator);

// Slugs of events and markets that operators create.

type SlugRequest = {
  readonly title: string;
  readonly slug: string | undefined;
  /** Unique text that is appended if all other candidates are taken. */
  readonly fallback: string;
  /** Slugs already chosen for events and markets of the same creation. */
  readonly beside?: ReadonlySet<string>;
};

const KINDS = { events: "event", markets: "market" } as const;

/** Returns the requested slug, or makes a slug from the title if none is requested; rejects a taken slug. */
export async function chooseSlug(
  transaction: TransactionSql,
  table: "events" | "markets",
  { title, slug: wanted, fallback, beside = new Set() }: SlugRequest,
): Promise<string | Rejection> {
  const candidates = wanted === undefined ? listSlugCandidates(KINDS[table], title, fallback) : [wanted];
  const free = candidates.filter((slug) => !beside.has(slug));
  const slug = await firstFreeSlug(transaction, table, free);
  if (slug !== undefined) return slug;
  return reject(
    "listing_conflict",
    `slug: expected one that no ${KINDS[table]} has, or none to get one made, got "${candidates[0]}"`,
  );
}

// Tags of events that operators create or edit, by label.

/** Returns the tags with these labels: existing tags, and new tags for unknown labels. */
export async function chooseTags(
  transaction: TransactionSql,
  labels: readonly string[],
  now: Instant,
): Promise<CatalogTag[] | Rejection> {
  const wanted = new Map(labels.map((label) => [makeSlug("tag", label), label]));
  const nameless = wanted.get("");
  if (nameless !== undefined)
    return reject("invalid_payload", `tags: expected labels with letters a-z or digits, got "${nameless}"`);
  const known = await listTagsBySlug(transaction, labels.flatMap(listTagSlugs));
  let id = await nextId(transaction, "tags");
  return [...wanted].map(
    ([slug, label]) =>
      known.find((tag) => listTagSlugs(label).includes(tag.slug)) ?? {
        id: String(id++),
        label,
        slug,
        createdAt: now,
        updatedAt: now,
        requiresTranslation: false,
      },
  );
}
