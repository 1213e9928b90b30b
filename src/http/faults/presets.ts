/** Named faults, each after an incident that traders of such services reported in public. */
import type { Fault } from "./fault.ts";

export type FaultPreset = {
  readonly name: string;
  /** Course of events in the incident. */
  readonly meaning: string;
  /** Behaviour of a client that copes with it. */
  readonly survivedBy: string;
  /** Address of a public report; "" for a profile without an incident. */
  readonly thread: string;
  readonly faults: readonly Fault[];
};

const PLACEMENTS = ["POST /order", "POST /orders"];
const CANCELS = ["DELETE /order", "DELETE /orders", "DELETE /cancel-all", "DELETE /cancel-market-orders"];
const REPORTS = "https://github.com/Polymarket";

export const PRESETS: readonly FaultPreset[] = [
  {
    name: "timeout-that-filled",
    meaning: "An order is carried out and its answer never comes; the client's retry fills again",
    survivedBy: "sends the same signed order again, never a new one, and takes the answer to that",
    thread: `${REPORTS}/py-clob-client/issues/273`,
    faults: [{ kind: "lose-answer", routes: PLACEMENTS, uses: 1 }],
  },
  {
    name: "silent-stream",
    meaning: "Live channels that are open send nothing more; the sockets stay open and pings are answered",
    survivedBy: "expects a message at least every so often, and connects again when none comes",
    thread: `${REPORTS}/real-time-data-client/issues/35`,
    faults: [{ kind: "silence" }],
  },
  {
    name: "restart-425",
    meaning: "The engine restarts: for three seconds orders and cancels get 425, and live channels end",
    survivedBy: "waits for as long as Retry-After says, sends again and connects again",
    thread: `${REPORTS}/py-clob-client/issues/286`,
    faults: [
      {
        kind: "refuse",
        status: 425,
        retryAfterSeconds: 1,
        routes: [...PLACEMENTS, ...CANCELS],
        forMs: 3_000,
      },
      { kind: "disconnect", forMs: 3_000 },
    ],
  },
  {
    name: "late-cancel",
    meaning: "Cancels are carried out at once and acknowledged two seconds later",
    survivedBy:
      "takes an order for open until its cancel is acknowledged, and asks the order for its fills then",
    thread: "https://github.com/nautechsystems/nautilus_trader/issues/3797",
    faults: [{ kind: "delay-answer", ms: 2_000, routes: CANCELS }],
  },
  {
    name: "delayed-unmatched",
    meaning:
      "An order is acknowledged as delayed, and three seconds later it ends as unmatched, with nothing filled",
    survivedBy:
      "takes a delayed order for neither filled nor failed, and asks for it until it is matched, live or unmatched",
    thread: `${REPORTS}/ts-sdk/pull/264`,
    faults: [{ kind: "delay-match", ms: 3_000, outcome: "unmatch", routes: PLACEMENTS }],
  },
  {
    name: "ghost-fills",
    meaning:
      "An order is matched, and three seconds later its settlement fails: the trade is FAILED, and shares and collateral are as before",
    survivedBy:
      "counts a trade as its own once it is CONFIRMED, and takes one that is FAILED out of its positions",
    thread: `${REPORTS}/py-clob-client-v2/issues/34`,
    faults: [{ kind: "fail-settlement", ms: 3_000 }],
  },
  {
    name: "stale-balance",
    meaning: "Balances are those of up to three seconds ago, although fills were told on the live channel",
    survivedBy: "counts its own fills, and does not take a balance for the result of its last order",
    thread: `${REPORTS}/py-clob-client/issues/290`,
    faults: [{ kind: "stale-read", ms: 3_000, routes: ["GET /balance-allowance"] }],
  },
  {
    name: "cursor-loop",
    meaning: "A page names its own cursor as the next one, so that a walk never ends",
    survivedBy: "ends a walk with an error when a cursor comes again",
    thread: `${REPORTS}/py-clob-client/issues/334`,
    faults: [{ kind: "repeat-cursor" }],
  },
  {
    name: "late-messages",
    meaning:
      "Of the messages of live channels one in ten is lost, one in ten comes twice and one in ten too late",
    survivedBy: "follows the sequence of each book, and asks for a snapshot where it jumps",
    thread: `${REPORTS}/real-time-data-client/issues/42`,
    faults: [
      { kind: "drop", share: 0.1, seed: 1 },
      { kind: "repeat", share: 0.1, seed: 2 },
      { kind: "reorder", share: 0.1, seed: 3 },
    ],
  },
  {
    name: "wrong-side",
    meaning: "Each best_bid_ask message has the best bid and the best ask of each other",
    survivedBy: "takes a bid at or above the ask for no quote, and asks for the book",
    thread: "https://github.com/nevuamarkets/poly-websockets/issues/25",
    faults: [{ kind: "swap-sides" }],
  },
  {
    name: "busy-service",
    meaning: "One request in five is refused, with 429 or 503 and Retry-After",
    survivedBy: "waits for as long as Retry-After says, and sends the same request again",
    thread: "",
    faults: [
      { kind: "refuse", status: 429, retryAfterSeconds: 1, share: 0.1, seed: 1 },
      { kind: "refuse", status: 503, retryAfterSeconds: 1, share: 0.1, seed: 2 },
    ],
  },
  latencyProfile("near-network", { ms: 5, jitterMs: 5 }),
  latencyProfile("far-network", { ms: 120, jitterMs: 60 }),
  {
    ...latencyProfile("bad-network", { ms: 300, jitterMs: 1_500 }),
    thread: `${REPORTS}/ts-sdk/issues/98`,
  },
];

function latencyProfile(
  name: string,
  { ms, jitterMs }: { readonly ms: number; readonly jitterMs: number },
): FaultPreset {
  return {
    name,
    meaning: `Each request takes ${ms} to ${ms + jitterMs} ms longer`,
    survivedBy: "waits, and gives an order an expiration where a late one does harm",
    thread: "",
    faults: [{ kind: "latency", ms, jitterMs }],
  };
}

export const findPreset = (name: string): FaultPreset | undefined =>
  PRESETS.find((preset) => preset.name === name);
