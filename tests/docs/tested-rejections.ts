/**
 * Files that provoke the rejections that no flawed order or command of tests/core shows: those of the interfaces, of
 * the engine, of the exchange's mode and of the limits on open orders.
 */
import type { RejectionCode } from "../../src/core/rejection.ts";

const ACCOUNT = "tests/http/account";
const READS = "tests/http/reads";

export const TESTED_IN: { readonly [Code in RejectionCode]?: string } = {
  rate_limited: "tests/http/guard/guard.test.ts",
  payload_too_large: `${ACCOUNT}/request-forms.test.ts`,
  not_supported: `${READS}/not-here.test.ts`,
  unauthorized: "tests/http/admin/roles.test.ts",
  wallet_unauthorized: `${ACCOUNT}/api-keys.test.ts`,
  forbidden: "tests/http/admin/roles.test.ts",
  malformed_json: `${ACCOUNT}/request-forms.test.ts`,
  invalid_payload: `${ACCOUNT}/place-order-refusals.test.ts`,
  invalid_side: `${READS}/quotes.test.ts`,
  batch_size: `${ACCOUNT}/place-orders.test.ts`,
  dry_run_refused: `${ACCOUNT}/dry-run.test.ts`,
  unsupported_signature_type: `${ACCOUNT}/refused-fields.ts`,
  invalid_cursor: `${READS}/unknown-ids.test.ts`,
  key_not_found: `${ACCOUNT}/api-keys.test.ts`,
  too_many_keys: `${ACCOUNT}/key-management.test.ts`,
  heartbeat_unknown: `${ACCOUNT}/heartbeats.test.ts`,
  invalid_name: `${ACCOUNT}/names.test.ts`,
  name_not_allowed: `${ACCOUNT}/names.test.ts`,
  name_taken: `${ACCOUNT}/names.test.ts`,
  name_changed_lately: `${ACCOUNT}/names.test.ts`,
  name_not_found: "tests/http/admin/names.test.ts",
  owner_mismatch: `${ACCOUNT}/place-order-refusals.test.ts`,
  condition_mismatch: `${ACCOUNT}/place-order-refusals.test.ts`,
  no_book: `${READS}/quotes.test.ts`,
  no_trades: `${READS}/last-trades.test.ts`,
  signer_mismatch: `${ACCOUNT}/place-order-refusals.test.ts`,
  maker_not_allowed: `${ACCOUNT}/contract-wallets.test.ts`,
  unsupported_contract: `${ACCOUNT}/contract-wallets.test.ts`,
  invalid_signature: `${ACCOUNT}/place-order-refusals.test.ts`,
  not_accepting: `${ACCOUNT}/commit-order.test.ts`,
  read_unavailable: "tests/http/refusal-forms.test.ts",
  outcome_unknown: "tests/engine/admission.test.ts",
  quarantined: "tests/engine/quarantine.test.ts",
  exchange_halted: "tests/core/limits-and-modes.test.ts",
  read_only: "tests/core/limits-and-modes.test.ts",
  cancel_only: "tests/core/limits-and-modes.test.ts",
  post_only_mode: "tests/core/limits-and-modes.test.ts",
  idempotency_key_reused: `${ACCOUNT}/idempotency.test.ts`,
  signature_reused: `${ACCOUNT}/idempotency.test.ts`,
  request_underway: "tests/engine/repeated-requests.test.ts",
  duplicate_order: `${ACCOUNT}/duplicates.test.ts`,
  size_not_whole: "tests/core/precedence.test.ts",
  too_many_orders: "tests/core/limits-and-modes.test.ts",
  not_quarantined: "tests/http/admin/modes.test.ts",
  order_not_open: "tests/docs/openapi.test.ts",
};
