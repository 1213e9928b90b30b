/**
 * Places for large reads: few of them, each address in its turn, a bounded line for the others. An answer that was made
 * and is not sent yet has no place, but its bytes count: a client that reads slowly takes the room of its own address.
 */

export type LineLimits = {
  /** Reads underway at a time, and of one address. */
  readonly places: number;
  readonly placesOfAddress: number;
  /** Reads that wait, and those of one address. */
  readonly waiting: number;
  readonly waitingOfAddress: number;
  /** Milliseconds that a read waits at most. */
  readonly waitMs: number;
  /** Bytes of answers that are made and not sent, beyond which none is begun; of all, and of one address. */
  readonly unsentBytes: number;
  readonly unsentBytesOfAddress: number;
};

export type ReadingPlace = {
  /** The answer is made, and so long; or nothing came of it. Counts once. */
  leave(bytes: number): void;
  /** The answer is sent, or its client has gone. Counts once. */
  end(): void;
};

export type ReadingLine = {
  /** A place, now or later; `undefined` when the line is full, the wait is over or the client has gone. */
  enter(address: string, onGone: OnAbort): Promise<ReadingPlace | undefined>;
  standing(): LineState;
};

export type LineState = { readonly reading: number; readonly waiting: number; readonly unsentBytes: number };

/** Calls when nobody waits for the answer any more. */
export type OnAbort = (then: () => void) => void;

type Client = { reading: number; unsent: number; readonly waiting: Set<() => void> };

type Line = {
  readonly limits: LineLimits;
  /** Waiting reads in the order of their turns. */
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
      // Its next turn comes after those of the others.
      line.clients.delete(address);
      line.clients.set(address, client);
      keep(made);
    },
    end: () => {
      if (ended) return;
      ended = true;
      // What still works on it has its place until it ends.
      if (made !== undefined) keep(-made);
    },
  };
}

/** Admits those for whom there is room now, and forgets who is done. */
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
