/** The OpenAPI document of the catalog interface, beyond the table of its operations. */
import { Type } from "typebox";
import { reject, REJECTIONS } from "../../core/rejection.ts";
import { Card, CardMarket } from "../catalog/cards.ts";
import { emptyLists } from "../catalog/event-lists.ts";
import {
  eventSummarySchema,
  FoundEvent,
  fullEventSchema,
  listedEventSchema,
  marketSchema,
} from "../catalog/event-record.ts";
import { MARKET_PROPERTIES } from "../catalog/market-record.ts";
import { publicProfiles } from "../catalog/profiles.ts";
import { catalogRefusals, notFoundBy, profileNotFound } from "../catalog/refusal.ts";
import { seriesSchema, tagSchema } from "../catalog/tags.ts";
import type { DocumentedRefusal } from "../documented-refusal.ts";
import type { Endpoint } from "../endpoint.ts";
import type { InterfacePage } from "./document.ts";
import { showExcess, showInternalError, showParameters, showUnavailable } from "./parts.ts";
import type { RefusalContext } from "./parts.ts";

const Refusal = Type.Object({
  type: Type.String({ description: "The kind of refusal" }),
  error: Type.String({ description: "What is wrong" }),
});

export const catalogPage: InterfacePage = {
  title: "Presage catalog interface",
  description:
    "Markets, events, tags and series, and a search over them; reading needs no credentials. Fields without a value " +
    "are left out. Every answer carries the header `x-request-id`. An unknown route answers 404 " +
    '`{"type": "not found error", "error": "not found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    Event: fullEventSchema(dialect),
    ListedEvent: listedEventSchema(dialect),
    FoundEvent,
    Card,
    CardMarket,
    EventSummary: eventSummarySchema(dialect),
    Market: marketSchema(dialect),
    EventMarket: Type.Object(MARKET_PROPERTIES[dialect]),
    Tag: tagSchema(dialect),
    Series: seriesSchema(dialect),
    Refusal,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: catalogRefusals, schema: Refusal, dialect };
    return [
      ...showQuery(endpoint, shown),
      ...showBody(endpoint, shown),
      ...showNotFound(endpoint),
      ...showExcess(endpoint, shown),
      ...showUnavailable(endpoint, shown),
      showInternalError(shown),
    ];
  },
};

/** Documents refusals of a parameter: of an invalid value, or of any parameter if the operation has none. */
function showQuery(endpoint: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  const { texts, placement, params, query, strict } = endpoint;
  if (params !== undefined || query !== undefined) return showParameters(endpoint, shown);
  const asked = { dialect: shown.dialect, texts, placement, requestId: "", strict };
  const refused = catalogRefusals.unknownParameter({ ...asked, name: "live", known: [] });
  if (refused === undefined) return [];
  const { status, body: example } = refused;
  return [{ status, description: "It has no parameters, and one was sent", schema: Refusal, example }];
}

/** Documents refusals of a body that is too large or invalid. */
function showBody({ body, texts, placement }: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  if (body === undefined) return [];
  const asked = { dialect: shown.dialect, texts, placement, requestId: "" };
  return (["payload_too_large", "invalid_payload"] as const).map((code) => {
    const { status, body: example } = catalogRefusals.rejection(
      reject(code, "what was expected, and what came"),
      asked,
    );
    return { status, description: REJECTIONS[code], schema: Refusal, example };
  });
}

const IS_EMPTY: ReadonlySet<string> = new Set(emptyLists.map(({ path }) => path));
const OF_WALLETS: ReadonlySet<string> = new Set(publicProfiles.map(({ path }) => path));

/** Documents the refusal of a read by id, slug or wallet that finds nothing. */
function showNotFound({ params, path }: Endpoint): DocumentedRefusal[] {
  if (OF_WALLETS.has(path)) {
    const { status, body: example } = profileNotFound;
    return [{ status, description: "The wallet has no account", schema: Refusal, example }];
  }
  if (params === undefined || IS_EMPTY.has(path)) return [];
  const { status, body } = notFoundBy("slug" in params.properties ? "slug" : "id");
  return [
    {
      status,
      description: "Nothing has this id or slug, or `creator` leaves it out",
      schema: Refusal,
      example: body,
    },
  ];
}
