/** What the exchange refuses of operators, by operation. */
import type { RejectionCode } from "../../core/rejection.ts";

const STEP: readonly RejectionCode[] = ["not_accepting", "unknown_market"];
const OVER: readonly RejectionCode[] = ["market_not_open", "market_closed"];
const CREATION: readonly RejectionCode[] = ["not_accepting", "listing_conflict"];
const NOTE: readonly RejectionCode[] = ["not_accepting"];

export const OPERATOR_CODES: { readonly [operation: string]: readonly RejectionCode[] } = {
  "POST /events": CREATION,
  "POST /markets": CREATION,
  "GET /markets/:market": ["unknown_market"],
  "POST /markets/:market/open": [...STEP, "market_not_draft", "market_closed"],
  "POST /markets/:market/pause": [...STEP, ...OVER],
  "POST /markets/:market/resume": [...STEP, ...OVER],
  "POST /markets/:market/archive": [...STEP, "market_has_shares"],
  "POST /markets/:market/propose": [
    ...STEP,
    ...OVER,
    "market_already_resolved",
    "proposal_exists",
    "invalid_payout",
  ],
  "POST /markets/:market/dispute": [...STEP, "no_proposal"],
  "POST /markets/:market/resolve": [...STEP, ...OVER, "market_already_resolved", "invalid_payout"],
  "POST /markets/:market/undo": [...STEP, "market_not_resolved", "already_redeemed"],
  "POST /accounts": ["not_accepting", "wallet_taken"],
  "POST /credits": ["not_accepting", "unknown_account", "amount_too_large"],
  "POST /debits": ["not_accepting", "insufficient_balance", "unknown_account"],
  "POST /bans": ["wallet_taken", ...NOTE],
  "DELETE /bans/:address": ["wallet_taken", ...NOTE],
  "POST /keys/:key/revoke": ["key_not_found", ...NOTE],
  "GET /audit": ["invalid_cursor"],
  "POST /mode": NOTE,
  "POST /clock": NOTE,
  "POST /quarantine/:fingerprint/release": ["not_quarantined", ...NOTE],
  "POST /listings": NOTE,
  "POST /sites": NOTE,
  "DELETE /sites/:host": NOTE,
};
