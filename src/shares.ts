/**
 * Shares of what all clients take from together: so much in all, and of one address so much that others find room. Where
 * there is none, a place that can be given up is: the oldest of the address that has the most.
 */

export type ShareLimits = {
  readonly most: number;
  /** Most of one address. */
  readonly ofAddress: number;
  /** Fraction that urgent takers may have above both. */
  readonly reserve?: number;
};

export type Taking = {
  /** The client's address, of IPv6 its network; `undefined` for a trusted proxy, which counts in all only. */
  readonly address: string | undefined;
  /** 1 unless given. */
  readonly size?: number;
  readonly isUrgent?: boolean;
  /** Ends what has the place, for want of room or since it is late. Without it the place is kept until its end. */
  readonly giveUp?: (why: "room" | "late") => void;
  /** True where nothing of the same address is given up for it. */
  readonly keepsOwn?: boolean;
};

export type Place = {
  /** Counts once. */
  end(): void;
  /** Keeps the place until its end, whatever others want. */
  keep(): void;
};

/** The one whose most is reached. */
export type Shortage = { readonly short: "all" | "address" };

export type ShareState = {
  readonly taken: number;
  readonly most: number;
  readonly ofAddress: number;
  /** Milliseconds since there was no room; `undefined` if there was always some. */
  readonly shortForMs: number | undefined;
  /** The addresses that had the most then, the first of them first. */
  readonly holders: readonly Holder[];
};
export type Holder = { readonly address: string; readonly taken: number };

export type Shares = {
  take(taking: Taking): Place | Shortage;
  /** Gives up what has its place for longer than so many milliseconds. */
  endOlder(ms: number): void;
  taken(): number;
  state(): ShareState;
};

export const isShort = (found: Place | Shortage): found is Shortage => "short" in found;

type Entry = { readonly size: number; readonly since: number; giveUp: Taking["giveUp"] };
type Client = { readonly address: string; taken: number; readonly entries: Set<Entry> };

const NAMED = 3;
/** Milliseconds between two notes of who has the most. */
const NOTE_MS = 1_000;

/** `clock` never goes back. */
export function createShares(limits: ShareLimits, clock: () => number = () => performance.now()): Shares {
  const { most, ofAddress, reserve = 0 } = limits;
  const clients = new Map<string, Client>();
  let taken = 0;
  let shortAt = -Infinity;
  let notedAt = -Infinity;
  let holders: readonly Holder[] = [];

  function note(): void {
    shortAt = clock();
    if (shortAt - notedAt < NOTE_MS) return;
    notedAt = shortAt;
    holders = [...clients.values()]
      .map(({ address, taken: ofAddressTaken }) => ({ address, taken: ofAddressTaken }))
      .toSorted((one, other) => other.taken - one.taken)
      .slice(0, NAMED);
  }

  /** Takes the place of the oldest of a client; false if it has none that can be given up. */
  function makeRoom(client: Client): boolean {
    for (const entry of client.entries) {
      if (entry.giveUp === undefined) continue;
      leave(client, entry);
      entry.giveUp("room");
      return true;
    }
    return false;
  }

  /** The client with the most, if that is more than `least`. */
  function findLargest(least: number): Client | undefined {
    let largest: Client | undefined;
    for (const client of clients.values())
      if (client.taken > Math.max(least, largest?.taken ?? 0)) largest = client;
    return largest;
  }

  function leave(client: Client, entry: Entry): void {
    if (!client.entries.delete(entry)) return;
    taken -= entry.size;
    client.taken -= entry.size;
    if (client.entries.size === 0) clients.delete(client.address);
  }

  const clientOf = (address: string): Client =>
    clients.get(address) ?? { address, taken: 0, entries: new Set() };

  /** Finds room, or says where there is none. */
  function findRoom(
    { address, size = 1, isUrgent, giveUp, keepsOwn }: Taking,
    client: Client,
  ): Shortage | undefined {
    const mayEndOwn = giveUp !== undefined && keepsOwn !== true;
    const factor = isUrgent === true ? 1 + reserve : 1;
    while (address !== undefined && client.taken + size > ofAddress * factor) {
      note();
      if (!mayEndOwn || !makeRoom(client)) return { short: "address" };
    }
    while (taken + size > most * factor) {
      note();
      const largest = findLargest(client.taken + size) ?? (mayEndOwn ? findLargest(0) : undefined);
      if (largest === undefined || !makeRoom(largest)) return { short: "all" };
    }
    return undefined;
  }

  return {
    take(taking) {
      const { address = PROXIES, size = 1, giveUp } = taking;
      const client = clientOf(address);
      const short = findRoom(taking, client);
      if (short !== undefined) return short;
      // Forgotten if its last place was given up just now.
      clients.set(address, client);
      const entry: Entry = { size, since: clock(), giveUp };
      client.entries.add(entry);
      client.taken += size;
      taken += size;
      return { end: () => leave(client, entry), keep: () => void (entry.giveUp = undefined) };
    },
    endOlder(ms) {
      const before = clock() - ms;
      for (const client of [...clients.values()])
        for (const entry of client.entries) {
          if (entry.since > before) break;
          if (entry.giveUp === undefined) continue;
          leave(client, entry);
          entry.giveUp("late");
        }
    },
    taken: () => taken,
    state: () => ({
      taken,
      most,
      ofAddress,
      shortForMs: shortAt === -Infinity ? undefined : clock() - shortAt,
      holders,
    }),
  };
}

const PROXIES = "trusted proxies";
