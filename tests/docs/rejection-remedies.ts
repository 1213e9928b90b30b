/** Texts of docs/reference/rejections.md that the code does not have: a remedy for each rejection, and an example of its hint. */
import type { RejectionCode } from "../../src/core/rejection.ts";

export type Remedy = { readonly todo: string; readonly hint: string };

export const REMEDIES: { readonly [Code in RejectionCode]: Remedy } = {
  rate_limited: {
    todo: "Wait for `Retry-After`, then ask less often; [limits.md](limits.md) has the numbers.",
    hint: "orders: expected at most 2400 in 10 s of one API key, got more; there is room again in 1 s",
  },
  payload_too_large: {
    todo: "Send less: 64 KiB hold any order.",
    hint: "expected a body of at most 65536 bytes, got 70000",
  },
  not_supported: {
    todo: "Nothing: requests for quotes are not traded here; use the order book.",
    hint: "requests for quotes are not part of this exchange; place orders with POST /order",
  },
  unauthorized: {
    todo: "Check clock, key, secret and passphrase, and sign the exact bytes that you send; the hint names the failed check in the sandbox only.",
    hint: "signature: not the HMAC of timestamp + method + path + body",
  },
  wallet_unauthorized: {
    todo: "Sign `ClobAuth` again with the current time, for an accepted chain, and send the same values in the headers.",
    hint: "timestamp: server time is 1780315200, at most 300 s apart; got 1780314899",
  },
  forbidden: {
    todo: "Ask an operator who has the role that the hint names.",
    hint: "this needs the treasury role; desk has market-admin, resolver",
  },
  malformed_json: {
    todo: "Send one JSON document in UTF-8; `__proto__` keys and more than 32 levels are refused.",
    hint: "expected JSON, got the end of the text after character 1",
  },
  invalid_payload: {
    todo: "Correct the field that the hint names; big numbers are text.",
    hint: 'order.side: expected BUY or SELL, got "buy"; nearest: BUY',
  },
  invalid_side: {
    todo: "Send BUY or SELL, in any case.",
    hint: 'side: expected BUY or SELL, got "HOLD"',
  },
  batch_size: {
    todo: "Split the request; send at least one item.",
    hint: "expected 1 to 15 orders, got 16",
  },
  dry_run_refused: {
    todo: "Leave `dry_run` out, or try the order on a sandbox.",
    hint: "expected no dry_run outside of the sandbox, got true; nothing was placed",
  },
  unsupported_signature_type: {
    todo: "Use 0 for a key, 1 for a proxy, 2 for a Safe, 3 for a deposit wallet (version 2 orders only).",
    hint: "order.signatureType: expected an integer from 0 to 3 for this order struct; got 4",
  },
  invalid_cursor: {
    todo: "Send `next_cursor` as the last page gave it, percent-encoded, or leave it out to start again.",
    hint: 'next_cursor: expected one that a page gave out, got "MA"; nearest: MA==',
  },
  key_not_found: {
    todo: "Create the key; after a revocation use another nonce.",
    hint: "wallet 0x… has no key of nonce 0; create it with POST /auth/api-key",
  },
  too_many_keys: {
    todo: "Revoke one of them first: 20 of a kind may be used at a time.",
    hint: "0x… has 20 read-only keys, and may not have more; revoke one first",
  },
  heartbeat_unknown: {
    todo: "Send the id that the answer before gave; `heartbeat_id` in the answer is the one expected.",
    hint: "heartbeat_id: expected the id of the answer before, got another",
  },
  invalid_amounts: {
    todo: "Send amounts in base units (1,000,000 per share or unit of collateral), above 0.",
    hint: 'makerAmount: expected base units as canonical decimal text from 1 to 9007199254740991, got "0"',
  },
  invalid_name: {
    todo: "Send a name of 3 to 24 letters and digits of one script, with single separators between them.",
    hint: 'name: expected letters of one script, got "Pаul" (Latin and Cyrillic)',
  },
  owner_mismatch: {
    todo: "Set `owner` to the API key that signs the request.",
    hint: 'owner: expected the caller\'s API key 6f1c…, or address 0x…, got "0x…"',
  },
  unknown_token: {
    todo: "Take the token id from a market listing of this exchange.",
    hint: "no market lists token 123…; it is a condition id: its market's tokens are 7… and 8…",
  },
  condition_mismatch: {
    todo: "Leave `conditionId` out, or send that of the token's market.",
    hint: "conditionId: expected 0x…, got 0x…",
  },
  no_book: {
    todo: "Wait for orders, or read the last trade's price.",
    hint: "the book of token 7… has no bids and no asks",
  },
  no_trades: {
    todo: "Read the book or the midpoint.",
    hint: "token 7… was never traded",
  },
  signer_mismatch: {
    todo: "Sign the order and the request with the same wallet's credentials.",
    hint: "order.signer is 0x…, expected the API key's address 0x…",
  },
  maker_not_allowed: {
    todo: "Set `maker` to the signer (type 0) or to the wallet that the hint names; outside the sandbox a deposit wallet must be registered.",
    hint: "signature type 2: maker must be 0x… (polymarket) or 0x… (kuest), or registered; got 0x…",
  },
  unsupported_contract: {
    todo: "Read the market's `version`; of `v1`, ask `/neg-risk` too. Sign for that exchange contract.",
    hint: "unsupported verifying contract: this is a negative-risk market; signed for 0x…, expected one of 0x…",
  },
  invalid_signature: {
    todo: "Sign exactly the fields that you send, with low s; check chain id and contract.",
    hint: "the signature recovers to 0x… under polymarket-v2-137, expected 0x…",
  },
  not_accepting: {
    todo: "Wait for `Retry-After`, then send the same signed order again: it cannot become two.",
    hint: "the exchange is stopping; nothing was done, try again",
  },
  read_unavailable: {
    todo: "Wait for `Retry-After`, then read again. Books and prices are answered all the same, but of a market whose change is being committed: they may wait for that, five seconds at most.",
    hint: "the read tables are behind the journal by 3 batches; nothing is lost; try again",
  },
  outcome_unknown: {
    todo: "Send the same signed order again, or the request with its `Idempotency-Key`: it is carried out once. Of other commands look first.",
    hint: "the database did not answer in 5 s: whether this is done is not known yet; send the same signed order again: it is carried out once",
  },
  quarantined: {
    todo: "Send another order; the operator can release this one.",
    hint: "this command was being decided when the exchange stopped, twice; the operator can release it",
  },
  exchange_halted: {
    todo: "Wait; reads are answered. The operator knows why.",
    hint: "the exchange is halted (set by the operator): nothing is taken from clients and operators, reads are answered; nothing was done",
  },
  read_only: {
    todo: "Wait; reads are answered.",
    hint: "the exchange is read-only (set by the operator): nothing is taken from clients, reads are answered; nothing was done",
  },
  cancel_only: {
    todo: "Cancel what should not rest, and wait with new orders.",
    hint: "the exchange is cancel-only (set by the operator): new orders are not taken, cancels are; nothing was done",
  },
  post_only_mode: {
    todo: "Send `postOnly`, or wait.",
    hint: "the exchange is post-only (set by the operator): only post-only orders and cancels are taken; nothing was done",
  },
  idempotency_key_reused: {
    todo: "Send a new key with each new request; the request that had this one was carried out.",
    hint: "Idempotency-Key: expected a new key, since another request was carried out with this one; nothing was done",
  },
  signature_reused: {
    todo: "Sign it again, with another timestamp: a signature does not cover the query and the `Idempotency-Key`.",
    hint: "the same signed bytes were carried out before with another query or without this Idempotency-Key; nothing was done now: to do something else, sign another timestamp (milliseconds are accepted)",
  },
  request_underway: {
    todo: "Send it again when the other one is answered, or with a key of its own.",
    hint: "Idempotency-Key: another request with this key is underway; nothing was done, send it again",
  },
  duplicate_order: {
    todo: "Nothing: the order is there, read it by its id. For a second order sign a new salt.",
    hint: "order 0x… was placed before",
  },
  market_not_open: {
    todo: "Wait until the market accepts orders.",
    hint: "market 0x… is not open yet",
  },
  market_paused: {
    todo: "Wait, or cancel; resting orders keep their place.",
    hint: "market 0x… is paused; cancels are taken",
  },
  market_closed: {
    todo: "Redeem; the market trades no more.",
    hint: "market 0x… is resolved",
  },
  post_only_kind: {
    todo: "Drop `postOnly`, or use GTC or GTD.",
    hint: "expected GTC or GTD with postOnly, got FOK",
  },
  expiration_required: {
    todo: "Set `expiration` in seconds, or use GTC.",
    hint: "expected an expiration in unix seconds with GTD, got none; nearest: 1780315201",
  },
  order_expired: {
    todo: "Set an `expiration` in the future: seconds, not milliseconds.",
    hint: "expected an expiration after 1780315200 (unix seconds), got 1780315200; nearest: 1780315201",
  },
  expiration_too_soon: {
    todo: "Set an `expiration` of now + 60 + N seconds for a life of N, at least 180 ahead; or switch the rule `gtd` off in `PRESAGE_STRICTNESS`.",
    hint: "expected an expiration at least 180 s ahead of 1780315200 (unix seconds), got 1780315290; nearest: 1780315380",
  },
  order_late: {
    todo: "Sign the order again with the time of now, in milliseconds, or allow a greater `max_age_ms`.",
    hint: "expected to be decided by 1780315200250 (unix ms: the signed timestamp and max_age_ms), it is 1780315200900: 650 ms too late",
  },
  market_buy_precision: {
    todo: "Spend whole cents; or switch the rule `market-buys` off in `PRESAGE_STRICTNESS`.",
    hint: 'makerAmount: expected money of at most 2 decimals, got 1.999422; nearest: "1990000" or "2000000"',
  },
  market_buy_too_small: {
    todo: "Spend a dollar or more; or switch the rule `market-buys` off in `PRESAGE_STRICTNESS`.",
    hint: 'makerAmount: expected at least 1 dollar, got 0.99; nearest: "1000000"',
  },
  price_out_of_range: {
    todo: "Choose a price from one tick to one less one tick.",
    hint: "expected a price from 0.01 to 0.99, got 1; nearest: 0.99",
  },
  price_off_tick: {
    todo: "Round to a price that the hint names; `/tick-size` tells the step.",
    hint: "expected a price in steps of 0.01, got 0.505; nearest: 0.5 or 0.51, makerAmount 5000000 or 5100000",
  },
  size_not_whole: {
    todo: "Round the size to hundredths of a share.",
    hint: "expected a size in steps of 0.01 share, got 10.001; nearest: 10 or 10.01",
  },
  size_below_minimum: {
    todo: "Order at least the market's `minimum_order_size`.",
    hint: "expected at least 5 shares, got 4.99",
  },
  fee_rate_too_low: {
    todo: "Take `base_fee` from `GET /fee-rate` and sign the order again.",
    hint: "expected feeRateBps of at least 700, got 0",
  },
  unknown_event: {
    todo: "Take the id or the slug of an event from the catalog of the operator's address.",
    hint: "no event has the id or the slug rain-in-mai",
  },
  unknown_market: {
    todo: "Take the condition id from a market listing of this exchange.",
    hint: "no market has condition 0x…; it is the id of a token: its market's condition is 0x…",
  },
  not_negative_risk: {
    todo: "Name markets of one event whose `neg_risk` is true.",
    hint: "market 0x… is not a negative-risk market",
  },
  event_decided: {
    todo: "Wait for the resolution of the others, and redeem.",
    hint: "market 0x… of the event resolved YES",
  },
  conversion_empty: {
    todo: "Name each market whose NO shares are given once, in an event with another open one.",
    hint: "market 0x… is named twice",
  },
  invite_not_found: {
    todo: "Open the link again as you got it, or ask the operator for another.",
    hint: 'no invite has the code "0000…"',
  },
  invite_revoked: {
    todo: "Ask the operator for another; what was given stays given.",
    hint: "the invite gives nothing any more: an operator revoked it",
  },
  invite_used_up: {
    todo: "Ask the operator for another; `GET /invite/{code}/use` says whether you used it yourself.",
    hint: "the invite gives nothing any more: all of its uses are taken",
  },
  invite_ended: {
    todo: "Ask the operator for another.",
    hint: "the invite gives nothing any more: its time is over",
  },
  unknown_account: {
    todo: "Create an API key with the wallet, or place an order from it: either opens its account in the sandbox.",
    hint: "no account has address 0x…",
  },
  user_banned: {
    todo: "Ask the operator; what you have can still be merged, redeemed and withdrawn.",
    hint: "the operator banned 0x…: its orders are refused",
  },
  wallet_taken: {
    todo: "Use the wallet's own signer, or another wallet.",
    hint: "the wallet 0x… belongs to another address",
  },
  name_like_address: {
    todo: "Choose a name that does not begin as an address does.",
    hint: 'name: expected another name than "0xabc": it looks like the address of a wallet',
  },
  name_like_generated: {
    todo: "Choose a name of another form; wallets without a chosen name are shown by names of this one.",
    hint: 'name: expected another name than "Brisk-Otter-417": it looks like the generated name of a wallet',
  },
  name_like_exchange: {
    todo: "Choose a name without the word that the hint names.",
    hint: 'name: expected another name than "Presage Support": "presage" is for the exchange itself',
  },
  name_not_allowed: {
    todo: "Choose another name; `GET /name` says why an operator took one away.",
    hint: 'name: expected another name than "Benjamin": an operator forbade "benjamin"',
  },
  name_taken: {
    todo: "Choose another name; one that its owner gave up is free for others after 30 days.",
    hint: 'name: expected a name that no other wallet has, got "AIice", which reads like "Alice"',
  },
  name_changed_lately: {
    todo: "Wait until `changeable_from` of `GET /name`; removing a name is possible at any time.",
    hint: "the name was chosen at 2026-06-01T12:00:00.000Z and can be changed from 2026-06-02T12:00:00.000Z",
  },
  name_not_found: {
    todo: "List the names with `GET /names` first; a name that was removed already needs nothing.",
    hint: "0x00000000000000000000000000000000000000a1 has no chosen name",
  },
  order_group_not_found: {
    todo: "Set the group first by POST /order-groups, under the name that the order has. Groups are those of the API key's wallet.",
    hint: "0x00000000000000000000000000000000000000a1 has no order group quotes",
  },
  order_group_stopped: {
    todo: "Look at the fills and decide anew; then reset the group by POST /order-groups/reset, or place the order without it.",
    hint: "order group quotes reached its limit of 100 shares in 15000 ms; reset it to place orders",
  },
  too_many_order_groups: {
    todo: "Remove a group by DELETE /order-groups, or use one of those that GET /order-groups lists.",
    hint: "expected less than 100 order groups of 0x00000000000000000000000000000000000000a1, there are 100; remove one first",
  },
  replaced_not_open: {
    todo: "Look the other order up: it was filled or cancelled meanwhile. Place the new one without `replaces`, if it is still wanted.",
    hint: "replaces: expected an open order of 0x00000000000000000000000000000000000000a1, got 0x5f0c7bd4a5e8f1cbf0a5b2d6a7d3a7e4c0a91b1a6f6ac2f6fd4a1f1d5a0d3c11, which was matched, cancelled, or is none of them",
  },
  insufficient_balance: {
    todo: "Order less, cancel what holds the balance, or deposit; a sell needs shares of that very token.",
    hint: "collateral of 0x…: balance 9995, held by open orders 1, needed 10000; available: 9994",
  },
  post_only_crosses: {
    todo: "Take the price that the hint names, or drop `postOnly`.",
    hint: "postOnly would cross the best ask 0.6 with 0.6; nearest: 0.59",
  },
  self_trade: {
    todo: "Cancel your resting order, or ask the operator for another self-trade policy.",
    hint: "the next order to match belongs to the same owner; cancel it first",
  },
  fok_not_filled: {
    todo: "Sign a new order: for less, at a worse price, or as FAK. The killed one stays readable by its id.",
    hint: "expected 5.01 shares at 0.6 or better, the book has 5",
  },
  fak_not_matched: {
    todo: "Sign a new order: at a worse price, or GTC, to rest. The killed one stays readable by its id.",
    hint: "the book has nothing at 0.59 or better; the best of its asks is 0.6",
  },
  too_many_orders: {
    todo: "Cancel orders that rest; `PRESAGE_ORDER_LIMITS` sets how many may.",
    hint: "expected less than 1000 open orders of the wallet in this market, there are 1000; cancel some first",
  },
  order_not_found: {
    todo: "Check the id and the key: another's orders are not shown.",
    hint: "no order has id 0x…",
  },
  not_quarantined: {
    todo: "Take the fingerprint from `GET /quarantine`; another operator may have released it.",
    hint: "no command in quarantine has the fingerprint 00; GET /quarantine lists those that are there",
  },
  webhook_not_found: {
    todo: "Take the id from `GET /webhooks`.",
    hint: 'no webhook has the id "wh_00"; GET /webhooks lists those that there are',
  },
  webhook_conflict: {
    todo: "Remove a webhook, or wait for the end of its replay.",
    hint: "another replay of the webhook is underway; GET /webhooks tells how far it is",
  },
  no_backup_place: {
    todo: "Set `PRESAGE_BACKUP_DIR` and restart, or run `presage backup FILE`.",
    hint: "no setting names a place for backups: set PRESAGE_BACKUP_DIR and restart, or run presage backup FILE",
  },
  backup_underway: {
    todo: "Wait for its end; `GET /backups` tells of it.",
    hint: "a whole backup is being written since 2026-06-01T12:00:00.000Z; GET /backups tells when it is done",
  },
  order_not_open: {
    todo: "Nothing is left to cancel; read the order to see how it ended.",
    hint: "order 0x… is matched",
  },
  amount_too_large: {
    todo: "Use a smaller amount.",
    hint: "expected at most 9007189254.740991, got 9007199254",
  },
  market_already_resolved: {
    todo: "Nothing, or undo the resolution while nobody redeemed.",
    hint: "market 0x… is resolved",
  },
  market_not_resolved: {
    todo: "Wait for the resolution.",
    hint: "market 0x… is active",
  },
  market_not_draft: {
    todo: "Nothing: it trades, or was paused; a paused market is resumed.",
    hint: "expected a market that is draft, got paused",
  },
  proposal_exists: {
    todo: "Dispute it first, or resolve the market.",
    hint: "YES is proposed and not disputed",
  },
  no_proposal: {
    todo: "Propose one, or propose another after a dispute.",
    hint: "expected a proposal that is not disputed, got none",
  },
  invalid_payout: {
    todo: "Resolve exactly one market of a negative-risk event YES, all others NO, and none to half.",
    hint: "market 0x… of the event resolved YES: expected NO, got YES",
  },
  already_redeemed: {
    todo: "Correct it with credits and debits.",
    hint: "shares were redeemed since the resolution, which stays",
  },
  market_has_shares: {
    todo: "Resolve the market, then archive it.",
    hint: "shares worth 10 are outstanding; resolve the market first",
  },
  nothing_to_redeem: {
    todo: "Check wallet and market; where a resolution pays at once, nothing is left to redeem.",
    hint: "0x… has no shares of market 0x…",
  },
  listing_changed: {
    todo: "Read it again, and edit what stands there now with its `lastEdit`.",
    hint: "changed after batch 12: title by ann at 2026-06-01T12:00:00Z (batch 15); read it again",
  },
  listing_conflict: {
    todo: "Compare with the listed market; its ids and terms cannot change.",
    hint: "market 0x… is listed with other tokens",
  },
};
