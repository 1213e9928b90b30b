/** The OpenAPI document of the data interface, beyond the table of its operations. */
import { Type } from "typebox";
import { Activity, tradeSchema } from "../data/activity.ts";
import { isAllowlisted } from "../data/allowlist.ts";
import { closedPositionSchema, currentPositionSchema } from "../data/positions.ts";
import { dataRefusals, NOT_ALLOWLISTED } from "../data/refusal.ts";
import type { DocumentedRefusal } from "../documented-refusal.ts";
import type { Endpoint } from "../endpoint.ts";
import type { InterfacePage } from "./document.ts";
import {
  showExcess,
  showInternalError,
  showParameters,
  showUnavailable,
  showUnknownParameter,
} from "./parts.ts";

const Refusal = Type.Object({
  error: Type.String({ description: "What is wrong: its kind, and what it is about" }),
});

export const dataPage: InterfacePage = {
  title: "Presage data interface",
  description:
    "What wallets hold, held and did, who holds the most, and figures of markets; reading needs no credentials. " +
    "Amounts are numbers; what is computed of them is computed exactly, and rounded to four decimals when it is " +
    "written. Addresses are lower case. A list in a query is one value with commas; an empty value counts as absent. " +
    "Every answer carries the header `x-request-id`. An unknown route answers 404 " +
    '`{"error": "not found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    Position: currentPositionSchema(dialect),
    ClosedPosition: closedPositionSchema(dialect),
    Activity,
    Trade: tradeSchema(dialect),
    Refusal,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: dataRefusals, schema: Refusal, dialect };
    return [
      ...showParameters(endpoint, shown),
      ...showUnknownParameter(endpoint, shown),
      ...showAllowlist(endpoint),
      ...showExcess(endpoint, shown),
      ...showUnavailable(endpoint, shown),
      showInternalError(shown),
    ];
  },
};

/** Documents the refusal of callers who are not on the operator's allowlist. */
const showAllowlist = ({ path }: Endpoint): DocumentedRefusal[] =>
  isAllowlisted(path)
    ? [
        {
          status: NOT_ALLOWLISTED.status,
          description: "The operator set an allowlist, and the caller's address is not on it",
          schema: Refusal,
          example: NOT_ALLOWLISTED.body,
        },
      ]
    : [];
