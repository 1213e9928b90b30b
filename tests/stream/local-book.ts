/**
 * Order books kept by the messages of the market channel. A bot can have the books of GET /book in this way, without
 * requests. The rules:
 *
 * - A `book` replaces the book of its token, at its sequence.
 * - `price_change` and `tick_size_change` of sequence n apply to a book at n - 1 or at n. Several messages of one commit
 *   share a number. Sizes are totals, so applying a message twice does no harm.
 * - A message older than the book is skipped.
 * - Messages were lost when one is more than one ahead, when a heartbeat is ahead, and on a `resync` or another stream.
 *   The book is then unknown until the next `book`, which an operation `snapshot` asks for.
 */

type Levels = Map<string, string>;

export type LocalBook = {
  readonly streamId: string;
  sequence: number;
  tick: string;
  readonly bids: Levels;
  readonly asks: Levels;
};

/** A message of the channel; its fields depend on its type. */
// oxlint-disable-next-line typescript/no-explicit-any
type Message = any;

export type LocalBooks = {
  /** Notes that the books of these tokens were subscribed to. */
  expect(assetIds: readonly string[]): void;
  apply(message: Message): void;
  /** Finds the book of a token; `undefined` while messages may be missing from it. */
  find(assetId: string): LocalBook | undefined;
  /** Number of times that messages were lost. */
  losses(): number;
};

export type LocalBooksOptions = {
  /** Asks for the books of these tokens. */
  readonly askFor: (assetIds: readonly string[]) => void;
  /** Called when a book changed. */
  readonly onChange?: (assetId: string, book: LocalBook) => void;
};

/** Time after which a book is asked for again, since it may have been lost too. */
const ASK_AGAIN_MS = 100;

export function createLocalBooks({ askFor, onChange = () => {} }: LocalBooksOptions): LocalBooks {
  const books = new Map<string, LocalBook>();
  /** Tokens of unknown books, with the time of the last request for each. */
  const unknown = new Map<string, number>();
  let losses = 0;

  function expect(assetIds: readonly string[]): void {
    for (const assetId of assetIds) {
      books.delete(assetId);
      unknown.set(assetId, performance.now());
    }
  }

  function lose(assetIds: readonly string[]): void {
    losses += assetIds.length;
    expect(assetIds);
    askForBooks([...assetIds, ...[...unknown.keys()].filter(isOverdue)]);
  }

  const isOverdue = (assetId: string): boolean =>
    performance.now() - (unknown.get(assetId) ?? 0) > ASK_AGAIN_MS;

  function askForBooks(assetIds: readonly string[]): void {
    if (assetIds.length === 0) return;
    for (const assetId of assetIds) unknown.set(assetId, performance.now());
    askFor(assetIds);
  }

  function replace({ asset_id, sequence, stream_id, tick_size, bids, asks }: Message): void {
    const levels = (side: Message): Levels => new Map(side.map(({ price, size }: Message) => [price, size]));
    const book = { streamId: stream_id, sequence, tick: tick_size, bids: levels(bids), asks: levels(asks) };
    books.set(asset_id, book);
    unknown.delete(asset_id);
    onChange(asset_id, book);
  }

  /** Applies a message to the tokens of its stream; `change` returns true if it changed one. */
  function advance(
    { sequence, stream_id }: Message,
    change: (assetId: string, book: LocalBook) => void,
  ): void {
    const behind: string[] = [];
    for (const [assetId, book] of books) {
      if (!sameMarket(book.streamId, stream_id)) continue;
      if (book.streamId !== stream_id || sequence > book.sequence + 1) behind.push(assetId);
      else if (sequence >= book.sequence) {
        change(assetId, book);
        book.sequence = sequence;
        onChange(assetId, book);
      }
    }
    lose(behind);
  }

  function apply(message: Message): void {
    switch (message.event_type) {
      case "book":
        return replace(message);
      case "price_change":
        return advance(message, (assetId, book) => {
          for (const { asset_id, price, size, side } of message.price_changes) {
            if (asset_id !== assetId) continue;
            const levels = side === "BUY" ? book.bids : book.asks;
            if (size === "0") levels.delete(price);
            else levels.set(price, size);
          }
        });
      case "tick_size_change":
        return advance(message, (assetId, book) => {
          if (assetId === message.asset_id) book.tick = message.new_tick_size;
        });
      case "heartbeat": {
        const isBehind = ([, book]: [string, LocalBook]): boolean =>
          message.streams.some(
            ({ stream_id, sequence }: Message) =>
              sameMarket(book.streamId, stream_id) &&
              (book.streamId !== stream_id || book.sequence < sequence),
          );
        return lose([...books].filter(isBehind).map(([assetId]) => assetId));
      }
      case "resync":
        // The books come without a request.
        losses += books.size;
        return expect([...books.keys()]);
    }
  }

  return { expect, apply, find: (assetId) => books.get(assetId), losses: () => losses };
}

/** True for streams of one market; a stream's name has its market and the run of the exchange. */
const sameMarket = (streamId: string, other: string): boolean => marketOf(streamId) === marketOf(other);
const marketOf = (streamId: string): string => streamId.slice(0, streamId.lastIndexOf(":"));
