/**
 * Allowances in memory that several threads share, so that a limit holds over all gateways. Subjects are stored by a
 * seeded hash of 64 bits. With very many subjects, those whose allowance is full soonest are forgotten first. Of several
 * threads that check at the same moment, each may admit one more.
 */
import { randomBytes } from "node:crypto";
import { createAllowances } from "./allowances.ts";
import type { Allowances, Usage } from "./allowances.ts";

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
export const shareAllowances = (memory: SharedArrayBuffer): Allowances =>
  createAllowances(createSharedUsage(memory));

function createSharedUsage(memory: SharedArrayBuffer): Usage {
  const seeds = new Uint32Array(memory, 0, 2);
  const slots = new BigInt64Array(memory, SEED_BYTES);

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

  /** Returns the milliseconds until the time of a slot. */
  const msUntil = (micros: bigint, nowMs: number, mostMs: number): number =>
    Math.min(Math.max(Number(micros) / MICROS_PER_MS - nowMs, 0), mostMs);

  return {
    usedMs: (name, nowMs, mostMs) => {
      const at = find(hashName(name, seeds));
      return at === undefined ? 0 : msUntil(Atomics.load(slots, at), nowMs, mostMs);
    },
    add: (name, addedMs, { nowMs, mostMs }) => {
      const hash = hashName(name, seeds);
      const at = find(hash) ?? claim(hash);
      for (;;) {
        const before = Atomics.load(slots, at);
        const after = BigInt(Math.round((nowMs + msUntil(before, nowMs, mostMs) + addedMs) * MICROS_PER_MS));
        if (Atomics.compareExchange(slots, at, before, after) === before) return;
      }
    },
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
