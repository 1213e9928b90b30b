/**
 * The core over virtual time: commands are decided and applied as in the writer, and each batch is chained to the
 * previous one. A rejected command leaves nothing, as in the exchange. This module writes nothing to disk.
 */
import type { Command } from "../core/command.ts";
import { encodeEvents } from "../core/event-codec.ts";
import type { Event } from "../core/event.ts";
import { createExchange, execute } from "../core/exchange.ts";
import { isRejection } from "../core/rejection.ts";
import type { Exchange, Rules } from "../core/state.ts";
import { findChangedMarkets } from "../core/touches.ts";
import type { Batch } from "../store/journal/commit-batch.ts";
import { batchHash, GENESIS_HASH } from "../store/journal/journal.ts";
import type { JournalHead } from "../store/journal/journal.ts";

export type AppliedBatch = { readonly batch: Batch; readonly events: readonly Event[] };

export type VirtualExchange = {
  readonly exchange: Exchange;
  /** Rejections so far, each as its command and the reason. */
  readonly refused: readonly string[];
  /** Decides and applies the commands at `at`, ms; `undefined` if nothing changed. */
  run(at: number, commands: readonly Command[]): AppliedBatch | undefined;
};

export function createVirtualExchange(rules: Rules): VirtualExchange {
  const exchange = createExchange(rules);
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  const refused: string[] = [];
  const take = (command: Command, at: number): Event[] => {
    const decision = execute(exchange, command, at);
    if (!isRejection(decision)) return decision;
    refused.push(`${command.type}: ${decision.hint}`);
    return [];
  };
  return {
    exchange,
    refused,
    run(at, commands) {
      const expired = take({ type: "expire-orders" }, at);
      const events = [...expired, ...commands.flatMap((command) => take(command, at))];
      const markets = findChangedMarkets(exchange, events);
      events.push(...take({ type: "record-prices", markets }, at));
      if (events.length === 0) return undefined;
      const text = encodeEvents(events);
      const seq = head.seq + 1;
      const hash = batchHash(head.hash, seq, at, text);
      head = { seq, at, hash };
      return { batch: { seq, at, events: text, hash }, events };
    },
  };
}
