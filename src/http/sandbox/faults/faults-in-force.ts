/**
 * The active faults. Each fault draws from its own seed, in the order in which requests and messages arrive, so that
 * the same traffic meets the same faults.
 */
import { readKeyId } from "../../../signing/credentials.ts";
import { getFaultKind, findFaultMistake } from "./fault.ts";
import type { Fault, FaultKind, FaultTargets } from "./fault.ts";

/** Derives a number in [0, 1) from a seed and a counter: the finalizer of MurmurHash3, 32 bits, over both. */
export function drawNumber(seed: number, counter: number): number {
  let mixed = (seed ^ Math.imul(counter + 1, 0x9e37_79b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

export type FaultInForce = {
  readonly id: string;
  readonly fault: Fault;
  /** Number of requests, matches or messages to which the fault was applied. */
  readonly met: number;
};

/** A fault that applies to a request, match or message, with the milliseconds drawn for it. */
export type MetFault = { readonly id: string; readonly fault: Fault; readonly ms: number };

/** A request of an operation, such as `POST /order`, with the keys and wallets that the request names. */
export type RequestSubject = { readonly route: string; readonly names: readonly string[] };
/** A match of orders, with the keys and wallets of all parties. */
type MatchSubject = { readonly parties: readonly string[] };
/**
 * A message of a connection to the channel at this path; `since` is the number of faults added before the connection.
 */
type MessageSubject = { readonly channel: string; readonly since: number };

type FaultSubject = RequestSubject | MatchSubject | MessageSubject;

export type FaultsInForce = {
  /** True if there are no faults, so that nothing needs a check. */
  isEmpty(): boolean;
  /** Activates faults, all or none; returns the first mistake in words. */
  add(faults: readonly Fault[]): readonly FaultInForce[] | { readonly mistake: string };
  list(): readonly FaultInForce[];
  /** Returns the number of all faults ever added in this process. */
  made(): number;
  /** Calls `told` whenever faults were added, until the returned function is called. */
  follow(told: () => void): () => void;
  /** Removes one fault, or all; returns their number. */
  remove(id?: string): number;
  /** Returns the faults of these kinds that apply to `place`, and counts each as met. */
  meet(kinds: readonly FaultKind[], place: FaultSubject): readonly MetFault[];
};

type Running = FaultInForce & { met: number; drawn: number; readonly endsAt: number };

/** Creates an empty list of faults; `now` is a clock in milliseconds that never goes back. */
export function createFaultsInForce(places: FaultTargets, now: () => number): FaultsInForce {
  let runningFaults: Running[] = [];
  let addedCount = 0;
  const followers = new Set<() => void>();
  const prune = (): void => {
    const at = now();
    if (runningFaults.some((one) => isOver(one, at)))
      runningFaults = runningFaults.filter((one) => !isOver(one, at));
  };
  const begin = (fault: Fault): Running => {
    addedCount += 1;
    const endsAt = fault.forMs === undefined ? Infinity : now() + fault.forMs;
    return { id: String(addedCount), fault, met: 0, drawn: 0, endsAt };
  };
  return {
    isEmpty: () => runningFaults.length === 0,
    add(given) {
      prune();
      const faults = given.map(convertRoutes);
      const mistake = tooMany(runningFaults.length, faults.length) ?? findFirstMistake(faults, places);
      if (mistake !== undefined) return { mistake };
      const added = faults.map(begin);
      runningFaults.push(...added);
      for (const onAdded of followers) onAdded();
      return added.map(shown);
    },
    list() {
      prune();
      return runningFaults.map(shown);
    },
    made: () => addedCount,
    follow(onAdded) {
      followers.add(onAdded);
      return () => void followers.delete(onAdded);
    },
    remove(id) {
      prune();
      const before = runningFaults.length;
      runningFaults = id === undefined ? [] : runningFaults.filter((one) => one.id !== id);
      return before - runningFaults.length;
    },
    meet(kinds, place) {
      prune();
      return runningFaults.filter((one) => kinds.includes(one.fault.kind) && isMet(one, place)).map(count);
    },
  };
}

/** Maximum active faults: each request is checked against all of them. */
const MAX_IN_FORCE = 100;

/** Converts routes from the documents' form `GET /order/{id}` to this program's form `GET /order/:id`. */
const convertRoutes = (fault: Fault): Fault =>
  fault.routes === undefined
    ? fault
    : { ...fault, routes: fault.routes.map((route) => route.replaceAll(/\{(\w+)\}/g, ":$1")) };

const tooMany = (inForce: number, more: number): string | undefined =>
  inForce + more <= MAX_IN_FORCE
    ? undefined
    : `faults: expected at most ${MAX_IN_FORCE} in force, of which there are ${inForce}, got ${more} more; end some first`;

function findFirstMistake(faults: readonly Fault[], places: FaultTargets): string | undefined {
  for (const [index, fault] of faults.entries()) {
    const mistake = findFaultMistake(fault, places);
    if (mistake !== undefined) return faults.length === 1 ? mistake : `fault ${index}: ${mistake}`;
  }
  return undefined;
}

const shown = ({ id, fault, met }: Running): FaultInForce => ({ id, fault, met });

const isOver = ({ fault, met, endsAt }: Running, at: number): boolean =>
  at >= endsAt || (fault.uses !== undefined && met >= fault.uses);

function isMet(one: Running, place: FaultSubject): boolean {
  const { routes, channels, key, share = 1, uses = Infinity } = one.fault;
  if (one.met >= uses) return false;
  if ("channel" in place && channels !== undefined && !channels.includes(place.channel)) return false;
  if ("channel" in place && affectsConnections(one) && Number(one.id) <= place.since) return false;
  if ("route" in place && routes !== undefined && !routes.includes(place.route)) return false;
  if (key !== undefined && !listSubjectNames(place).some((name) => readKeyId(name) === readKeyId(key)))
    return false;
  return share === 1 || draw(one) < share;
}

/** Lists keys and wallets of a request or a match; messages have none. */
function listSubjectNames(place: FaultSubject): readonly string[] {
  if ("parties" in place) return place.parties;
  return "route" in place ? place.names : [];
}

/** Tells whether the fault closes the connections that were open when the fault was added. */
const affectsConnections = ({ fault }: Running): boolean => getFaultKind(fault.kind).met === "connection";

function count(one: Running): MetFault {
  one.met += 1;
  const { ms = 0, jitterMs = 0 } = one.fault;
  return { id: one.id, fault: one.fault, ms: ms + (jitterMs === 0 ? 0 : Math.round(jitterMs * draw(one))) };
}

function draw(one: Running): number {
  one.drawn += 1;
  return drawNumber(one.fault.seed ?? 0, one.drawn);
}
