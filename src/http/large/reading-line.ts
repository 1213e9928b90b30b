/**
 * A queue for large reads: few run at a time, addresses take turns, and the number of waiting reads is bounded. A finished
 * answer no longer counts as running, but its unsent bytes do: a slow client uses up its own address's allowance.
 */

export type LineLimits = {
  /** Concurrent reads, in total and of one address. */
  readonly places: number;
  readonly placesOfAddress: number;
  /** Waiting reads, in total and of one address. */
  readonly waiting: number;
  readonly waitingOfAddress: number;
  /** Maximum wait of a read, milliseconds. */
  readonly waitMs: number;
  /** Unsent bytes of finished answers above which no read begins, in total and of one address. */
  readonly unsentBytes: number;
  readonly unsentBytesOfAddress: number;
};

export type ReadingPlace = {
  /** Reports the length of the finished answer, 0 if there is none. Only the first call counts. */
  leave(bytes: number): void;
  /** Reports that the answer was sent, or its client disconnected. Only the first call counts. */
  end(): void;
};

export type ReadingLine = {
  /** Waits for admission; `undefined` if the queue is full, the wait is over or the client disconnected. */
  enter(address: string, onGone: OnAbort): Promise<ReadingPlace | undefined>;
  standing(): LineState;
};

export type LineState = { readonly reading: number; readonly waiting: number; readonly unsentBytes: number };

/** Registers a callback for the moment at which nobody waits for the answer any more. */
export type OnAbort = (then: () => void) => void;

type Client = { reading: number; unsent: number; readonly waiting: Set<() => void> };

type Line = {
  readonly limits: LineLimits;
  /** Clients by address, in the order of their turns. */
  readonly clients: Map<string, Client>;
  reading: number;
  waiting: number;
  unsent: number;
};

export function createReadingLine(limits: LineLimits): ReadingLine {
  const line: Line = { limits, clients: new Map(), reading: 0, waiting: 0, unsent: 0 };
  return {
    async enter(address, onGone) {
      const client = clientOf(line, address);
      if (client.waiting.size === 0 && isRoomFor(line, client)) return take(line, address, client);
      const isFull = line.waiting >= limits.waiting || client.waiting.size >= limits.waitingOfAddress;
      return isFull ? undefined : wait(line, { address, client, onGone });
    },
    standing: () => ({ reading: line.reading, waiting: line.waiting, unsentBytes: line.unsent }),
  };
}

function clientOf({ clients }: Line, address: string): Client {
  const client = clients.get(address) ?? { reading: 0, unsent: 0, waiting: new Set() };
  clients.set(address, client);
  return client;
}

function isRoomFor({ limits, reading, unsent }: Line, client: Client): boolean {
  const isRoom = reading < limits.places && unsent < limits.unsentBytes;
  const isRoomOfAddress =
    client.reading < limits.placesOfAddress && client.unsent < limits.unsentBytesOfAddress;
  return isRoom && isRoomOfAddress;
}

function take(line: Line, address: string, client: Client): ReadingPlace {
  let made: number | undefined;
  let ended = false;
  line.reading += 1;
  client.reading += 1;
  const keep = (bytes: number): void => {
    line.unsent += bytes;
    client.unsent += bytes;
    goOn(line);
  };
  return {
    leave: (bytes) => {
      if (made !== undefined) return;
      made = ended ? 0 : bytes;
      line.reading -= 1;
      client.reading -= 1;
      // The address moves to the end of the order of turns.
      line.clients.delete(address);
      line.clients.set(address, client);
      keep(made);
    },
    end: () => {
      if (ended) return;
      ended = true;
      // The read still counts as running until it leaves.
      if (made !== undefined) keep(-made);
    },
  };
}

/** Admits waiting reads that fit the limits now, and forgets addresses without reads. */
function goOn(line: Line): void {
  for (const [address, client] of new Map(line.clients)) {
    const [admit] = client.waiting;
    if (admit !== undefined && isRoomFor(line, client)) admit();
    else if (client.waiting.size === 0 && client.reading === 0 && client.unsent === 0)
      line.clients.delete(address);
  }
}

type WaitingRead = { readonly address: string; readonly client: Client; readonly onGone: OnAbort };

function wait(line: Line, { address, client, onGone }: WaitingRead): Promise<ReadingPlace | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadingPlace | undefined>();
  const settle = (place: () => ReadingPlace | undefined): void => {
    if (!client.waiting.delete(admit)) return;
    line.waiting -= 1;
    clearTimeout(patience);
    resolve(place());
  };
  const admit = (): void => settle(() => take(line, address, client));
  const giveUp = (): void => settle(() => undefined);
  line.waiting += 1;
  client.waiting.add(admit);
  const patience = setTimeout(giveUp, line.limits.waitMs).unref();
  onGone(giveUp);
  return promise;
}
