/**
 * Allocation of a resource that all clients share, limited in total and by address. If the resource is exhausted, the
 * pool revokes the oldest revocable allocation of the address that has taken the most.
 */

export type SlotPoolLimits = {
  readonly most: number;
  /** Limit of one address. */
  readonly ofAddress: number;
  /** Fraction by which urgent takers may exceed both limits. */
  readonly reserve?: number;
};

export type SlotRequest = {
  /** The client's address, for IPv6 its network; `undefined` for a trusted proxy, which counts in total only. */
  readonly address: string | undefined;
  /** Amount taken; default 1. */
  readonly size?: number;
  readonly isUrgent?: boolean;
  /** Revokes the allocation, to make room or because of its age. Without it the allocation lasts until `end`. */
  readonly giveUp?: (why: "room" | "late") => void;
  /** True if the client's own allocations must not be revoked for this one. */
  readonly keepsOwn?: boolean;
};

export type Slot = {
  /** Releases the allocation; further calls do nothing. */
  end(): void;
  /** Makes the allocation irrevocable until `end`. */
  keep(): void;
};

/** The exhausted limit: the total, or that of the address. */
export type Shortage = { readonly short: "all" | "address" };

export type SlotPoolState = {
  readonly taken: number;
  readonly most: number;
  readonly ofAddress: number;
  /** Time since the latest shortage, ms; `undefined` if there was none. */
  readonly shortForMs: number | undefined;
  /** Largest slot holders at the latest shortage, largest first. */
  readonly holders: readonly Holder[];
};
export type Holder = { readonly address: string; readonly taken: number };

export type SlotPool = {
  take(taking: SlotRequest): Slot | Shortage;
  /** Revokes allocations that are older than `ms`. */
  endOlder(ms: number): void;
  taken(): number;
  state(): SlotPoolState;
};

export const isShort = (found: Slot | Shortage): found is Shortage => "short" in found;

type Entry = { readonly size: number; readonly since: number; giveUp: SlotRequest["giveUp"] };
type Client = { readonly address: string; taken: number; readonly entries: Set<Entry> };
type State = {
  readonly limits: SlotPoolLimits;
  readonly clock: () => number;
  readonly clients: Map<string, Client>;
  taken: number;
  shortAt: number | undefined;
  notedAt: number;
  holders: readonly Holder[];
};

/** Creates the shared resource; `clock` must be monotonic, ms. */
export function createSlotPool(
  limits: SlotPoolLimits,
  clock: () => number = () => performance.now(),
): SlotPool {
  const clients = new Map<string, Client>();
  const state: State = {
    limits,
    clock,
    clients,
    taken: 0,
    shortAt: undefined,
    notedAt: -Infinity,
    holders: [],
  };
  return {
    take: (taking) => allocateSlot(state, taking),
    endOlder(ms) {
      const before = clock() - ms;
      for (const client of clients.values())
        for (const entry of client.entries) {
          if (entry.since > before) break;
          revokeSlot(state, { client, entry }, "late");
        }
    },
    taken: () => state.taken,
    state: () => {
      const { taken, shortAt, holders } = state;
      const { most, ofAddress } = limits;
      return { taken, most, ofAddress, shortForMs: shortAt && clock() - shortAt, holders };
    },
  };
}

const PROXIES = "trusted proxies";

function allocateSlot(state: State, taking: SlotRequest): Slot | Shortage {
  const { address = PROXIES, size = 1 } = taking;
  const { clients } = state;
  const client = clients.get(address) ?? { address, taken: 0, entries: new Set() };
  const short = findShortage(state, taking, client);
  if (short !== undefined) return { short };
  // Needed again: revoking the client's last allocation has removed the client.
  clients.set(address, client);
  const entry: Entry = { size, since: state.clock(), giveUp: taking.giveUp };
  client.entries.add(entry);
  client.taken += size;
  state.taken += size;
  return { end: () => releaseSlot(state, client, entry), keep: () => void (entry.giveUp = undefined) };
}

/** Revokes allocations until there is room; returns the limit that stays exhausted, or `undefined`. */
function findShortage(state: State, taking: SlotRequest, client: Client): Shortage["short"] | undefined {
  const { size = 1, isUrgent, keepsOwn } = taking;
  const { most, ofAddress, reserve = 0 } = state.limits;
  const factor = isUrgent === true ? 1 + reserve : 1;
  const mayEndOwn = taking.giveUp !== undefined && keepsOwn !== true;
  const isFull = (): boolean => taking.address !== undefined && client.taken + size > ofAddress * factor;
  while (isFull()) {
    recordLargestHolders(state);
    if (!mayEndOwn || !makeRoom(state, client)) return "address";
  }
  while (state.taken + size > most * factor) {
    recordLargestHolders(state);
    const largest =
      findLargestClient(state, client.taken + size) ?? (mayEndOwn ? findLargestClient(state, 0) : undefined);
    if (largest === undefined || !makeRoom(state, largest)) return "all";
  }
  return undefined;
}

/** Finds the client that has taken the most, if that is more than `least`. */
function findLargestClient({ clients }: State, least: number): Client | undefined {
  let largest: Client | undefined;
  for (const client of clients.values())
    if (client.taken > Math.max(least, largest?.taken ?? 0)) largest = client;
  return largest;
}

/** Revokes the oldest revocable allocation of a client; false if it has none. */
function makeRoom(state: State, client: Client): boolean {
  for (const entry of client.entries) if (revokeSlot(state, { client, entry }, "room")) return true;
  return false;
}

function revokeSlot(
  state: State,
  { client, entry }: { readonly client: Client; readonly entry: Entry },
  why: "room" | "late",
): boolean {
  if (entry.giveUp === undefined) return false;
  releaseSlot(state, client, entry);
  entry.giveUp(why);
  return true;
}

function releaseSlot(state: State, client: Client, entry: Entry): void {
  if (!client.entries.delete(entry)) return;
  state.taken -= entry.size;
  client.taken -= entry.size;
  if (client.entries.size === 0) state.clients.delete(client.address);
}

const MAX_NAMED_HOLDERS = 3;
/** Minimum time between two recordings of the largest holders, ms. */
const RECORD_INTERVAL_MS = 1_000;

function recordLargestHolders(state: State): void {
  state.shortAt = state.clock();
  if (state.shortAt - state.notedAt < RECORD_INTERVAL_MS) return;
  state.notedAt = state.shortAt;
  state.holders = [...state.clients.values()]
    .map(({ address, taken }) => ({ address, taken }))
    .toSorted((one, other) => other.taken - one.taken)
    .slice(0, MAX_NAMED_HOLDERS);
}
