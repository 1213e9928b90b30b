/**
 * Allowances in memory that several threads share, so that a limit holds over all gateways. Subjects are stored by a
 * seeded hash of 64 bits. With very many subjects, those whose allowance is full soonest are forgotten first. Of several
 * threads that check at the same moment, each may admit one more.
 */
import { randomBytes } from "node:crypto";
import type { Rate } from "./rate-limits.ts";
import { TOLERANCE_MS } from "./allowances.ts";
import type { Allowance, Allowances, AllowanceUse } from "./allowances.ts";

const SLOTS = 2 ** 17;
/** Slots in which a subject may be stored. */
const WAYS = 8;
const SEED_BYTES = 8;
/** Bytes of a slot: the hash, and the time at which the allowance is full again in microseconds. */
const SLOT_BYTES = 16;
const MICROS_PER_MS = 1_000;

/** Makes empty memory for allowances. */
export function createAllowanceMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(SEED_BYTES + SLOTS * SLOT_BYTES);
  new Uint8Array(memory).set(randomBytes(SEED_BYTES));
  return memory;
}

/** Uses the memory; every thread must add the same allowances in the same order. */
export function shareAllowances(memory: SharedArrayBuffer): Allowances {
  const seeds = new Uint32Array(memory, 0, 2);
  const slots = new BigInt64Array(memory, SEED_BYTES);
  let addedCount = 0;

  /** Returns the index of the subject's time; `undefined` if it is not stored. */
  function find(hash: Hash): number | undefined {
    for (let way = 0; way < WAYS; way += 1) {
      const at = hash.first + 2 * way;
      if (Atomics.load(slots, at) === hash.key) return at + 1;
    }
    return undefined;
  }

  /** Stores the subject in an empty slot, or in that whose allowance is full soonest. */
  function claim(hash: Hash): number {
    let soonest = hash.first;
    for (let way = 0; way < WAYS; way += 1) {
      const at = hash.first + 2 * way;
      if (Atomics.compareExchange(slots, at, 0n, hash.key) === 0n) return at + 1;
      if (Atomics.load(slots, at + 1) < Atomics.load(slots, soonest + 1)) soonest = at;
    }
    Atomics.store(slots, soonest + 1, 0n);
    Atomics.store(slots, soonest, hash.key);
    return soonest + 1;
  }

  /** Returns the milliseconds until the allowance is full; after a clock set back at most twice the full refill. */
  function usedMs({ id, wholeMs }: Allowance, subject: string, nowMs: number): number {
    const at = find(hashName(id + subject, seeds));
    if (at === undefined) return 0;
    const freeAtMs = Number(Atomics.load(slots, at)) / MICROS_PER_MS;
    return Math.min(Math.max(freeAtMs - nowMs, 0), 2 * wholeMs);
  }

  function use({ id, intervalMs, wholeMs }: Allowance, subject: string, { cost, nowMs }: AllowanceUse): void {
    const hash = hashName(id + subject, seeds);
    const at = find(hash) ?? claim(hash);
    for (;;) {
      const before = Atomics.load(slots, at);
      const used = Math.min(Math.max(Number(before) / MICROS_PER_MS - nowMs, 0), 2 * wholeMs);
      const after = BigInt(Math.round((nowMs + used + cost * intervalMs) * MICROS_PER_MS));
      if (Atomics.compareExchange(slots, at, before, after) === before) return;
    }
  }

  return {
    add: ({ count, seconds }: Rate) => {
      addedCount += 1;
      const wholeMs = seconds * 1000;
      return { id: String.fromCodePoint(addedCount), count, intervalMs: wholeMs / count, wholeMs };
    },
    waitFor: (allowance, subject, { cost, nowMs }) => {
      const room = Math.max(allowance.wholeMs - cost * allowance.intervalMs, 0);
      const wait = usedMs(allowance, subject, nowMs) - room;
      return wait > TOLERANCE_MS ? wait : 0;
    },
    use,
    left: (allowance, subject, nowMs) =>
      Math.floor(allowance.count - (usedMs(allowance, subject, nowMs) - TOLERANCE_MS) / allowance.intervalMs),
  };
}

/** A hash that is never 0, and the index of its first slot. */
type Hash = { readonly key: bigint; readonly first: number };

/** Hashes a name by two 32-bit FNV-1a hashes (Fowler, Noll, Vo) with different seeds, each mixed at its end. */
function hashName(name: string, seeds: Uint32Array): Hash {
  let [one = 0, other = 0] = seeds;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    one = Math.imul(one ^ code, 0x0100_0193);
    other = Math.imul(other ^ (code << 8), 0x0100_0193);
  }
  one = mix(one);
  other = mix(other ^ one);
  const key = (BigInt(one) << 32n) | BigInt(other >>> 0) | 1n;
  return { key: BigInt.asIntN(64, key), first: ((one >>> 0) % (SLOTS / WAYS)) * WAYS * 2 };
}

/** Mixes 32 bits by the finalizer of MurmurHash3. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}
