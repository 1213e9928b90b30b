/**
 * Resting orders by id: what a Map does, at a third of its cost on the hot path. Open addressing with linear probing,
 * at most half full; an order moves up when one before it leaves, so there are no tombstones and no rehash but growth.
 * A slot's hash lies beside the others in a typed array, so that a probe that misses reads no order and no string.
 * Ids are digests, whose last digits are as good as a hash of all: equal ones cost 2^32 digests a pair to find, and
 * those that only share a slot cost a scan of integers.
 */
import type { Order } from "./state.ts";

const FIRST_SIZE = 16;
/** Characters of the id that make its hash. */
const HASHED = 8;
/** The hash of a free slot; no id has it. */
const FREE = 0;

export class OrderIndex {
  size = 0;
  private mask = FIRST_SIZE - 1;
  private hashes = new Int32Array(FIRST_SIZE);
  private slots: (Order | undefined)[] = emptySlots(FIRST_SIZE);

  get(id: string): Order | undefined {
    return this.slots[this.find(id)];
  }

  has(id: string): boolean {
    return this.hashes[this.find(id)] !== FREE;
  }

  set(id: string, order: Order): void {
    const slot = this.find(id);
    if (this.hashes[slot] === FREE) this.size += 1;
    this.hashes[slot] = hashOf(id);
    this.slots[slot] = order;
    if (this.size * 2 > this.mask) this.grow();
  }

  delete(id: string): boolean {
    const slot = this.find(id);
    if (this.hashes[slot] === FREE) return false;
    this.close(slot);
    this.size -= 1;
    return true;
  }

  *values(): Generator<Order> {
    for (const order of this.slots) if (order !== undefined) yield order;
  }

  /** The slot that holds the id, or the free one where it belongs. */
  private find(id: string): number {
    const { hashes, slots, mask } = this;
    const hash = hashOf(id);
    let slot = hash & mask;
    while (hashes[slot] !== FREE) {
      if (hashes[slot] === hash && slots[slot]?.id === id) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Frees a slot, and moves into it what a probe would no longer reach behind it. */
  private close(slot: number): void {
    const { hashes, slots, mask } = this;
    let free = slot;
    let next = (slot + 1) & mask;
    while (hashes[next] !== FREE) {
      const away = (next - hashes[next]) & mask;
      if (away >= ((next - free) & mask)) {
        hashes[free] = hashes[next];
        slots[free] = slots[next];
        free = next;
      }
      next = (next + 1) & mask;
    }
    hashes[free] = FREE;
    slots[free] = undefined;
  }

  private grow(): void {
    const { hashes, slots } = this;
    this.mask = this.mask * 2 + 1;
    this.hashes = new Int32Array(this.mask + 1);
    this.slots = emptySlots(this.mask + 1);
    for (let index = 0; index < slots.length; index += 1) {
      if (hashes[index] === FREE) continue;
      let slot = hashes[index] & this.mask;
      while (this.hashes[slot] !== FREE) slot = (slot + 1) & this.mask;
      this.hashes[slot] = hashes[index];
      this.slots[slot] = slots[index];
    }
  }
}

const emptySlots = (size: number): undefined[] => Array.from({ length: size }, () => undefined);

/** Four bits of each of the last characters: for hex digits, their value. */
function hashOf(id: string): number {
  let hash = 0;
  for (let index = Math.max(id.length - HASHED, 0); index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    hash = (hash << 4) ^ (code + 9 * (code >> 6));
  }
  return hash === FREE ? 1 : hash;
}
