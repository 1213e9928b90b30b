/** Exclusive work of the writer, such as putting the whole exchange back to an earlier state. */
import { adoptExchange } from "../core/adopt-exchange.ts";
import type { AloneWork, Entry, Replacement } from "./entry.ts";
import type { Writer } from "./writer-state.ts";

/**
 * Runs the work once the read tables have all that was committed. If the work throws before it replaced anything, only
 * its entry fails. Throws if a replacement failed: memory and the database differ, and the process must end.
 */
export async function workAlone(writer: Writer, entry: Entry, work: AloneWork): Promise<void> {
  writer.gathered = [];
  if (!entry.isOpen()) return;
  let failure: { readonly error: unknown } | undefined;
  const replace = async (load: () => Promise<Replacement>): Promise<void> => {
    try {
      takeReplacement(writer, await load());
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await writer.options.tables.settle();
    await work({ head: writer.head, replace });
    entry.answer({ type: "committed", committed: { events: [], ...writer.head } });
  } catch (error) {
    entry.fail(error);
  }
  if (failure !== undefined) throw failure.error;
}

/** Replaces the state within one tick of the event loop, so that no read sees a part of it. */
function takeReplacement(writer: Writer, { exchange: loaded, head }: Replacement): void {
  const { exchange } = writer.options;
  adoptExchange(exchange, loaded);
  writer.head = head;
  writer.sequences.advanceAll([...exchange.marketByCondition.values()]);
  writer.reads.forget();
  writer.availability.setMode(exchange.mode);
  writer.replacements.notify(undefined);
}
