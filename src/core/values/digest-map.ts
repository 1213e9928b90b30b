/**
 * A Map by digest text: order ids, addresses, token ids. It costs less than half of a Map when every key arrives as a new
 * string. The last digits of a digest serve as its hash. It uses open addressing with linear probing, and is at most half
 * full. Entries behind a deleted key move up, so there are no tombstones and it rehashes only to grow. The hashes lie in a
 * typed array, so a probe that misses reads no string. Keys that only share a slot cost a scan of integers. Making keys of
 * equal hash costs an attacker 2^32 digests a pair. Iteration order is undefined.
 */

const FIRST_SIZE = 16;
/** Characters at the end of a key that make its hash: eight hex digits are 32 bits. */
const HASHED_CHARACTERS = 8;
/** The hash of a free slot; no key has it. */
const FREE_SLOT_HASH = 0;

export class DigestMap<Value> {
  size = 0;
  private mask = FIRST_SIZE - 1;
  private hashes = new Int32Array(FIRST_SIZE);
  private keys = emptySlots<string>(FIRST_SIZE);
  private found = emptySlots<Value>(FIRST_SIZE);

  get(key: string): Value | undefined {
    return this.found[this.find(key, hashKey(key))];
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: Value): void {
    const hash = hashKey(key);
    const slot = this.find(key, hash);
    if (this.hashes[slot] === FREE_SLOT_HASH) this.size += 1;
    this.hashes[slot] = hash;
    this.keys[slot] = key;
    this.found[slot] = value;
    if (this.size * 2 > this.mask) this.grow();
  }

  delete(key: string): boolean {
    const slot = this.find(key, hashKey(key));
    if (this.hashes[slot] === FREE_SLOT_HASH) return false;
    this.close(slot);
    this.size -= 1;
    return true;
  }

  *values(): Generator<Value> {
    for (const value of this.found) if (value !== undefined) yield value;
  }

  /** Returns the slot that holds the key, or the free slot where it belongs. */
  private find(key: string, hash: number): number {
    const { hashes, keys, mask } = this;
    let slot = hash & mask;
    while (hashes[slot] !== FREE_SLOT_HASH) {
      if (hashes[slot] === hash && keys[slot] === key) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Frees a slot, and moves later entries up so that probes still reach them. */
  private close(slot: number): void {
    const { hashes, mask } = this;
    let free = slot;
    let next = (slot + 1) & mask;
    while (hashes[next] !== FREE_SLOT_HASH) {
      const away = (next - hashes[next]!) & mask;
      if (away >= ((next - free) & mask)) {
        this.move(next, free);
        free = next;
      }
      next = (next + 1) & mask;
    }
    hashes[free] = FREE_SLOT_HASH;
    this.keys[free] = undefined;
    this.found[free] = undefined;
  }

  private move(from: number, to: number): void {
    this.hashes[to] = this.hashes[from]!;
    this.keys[to] = this.keys[from];
    this.found[to] = this.found[from];
  }

  private grow(): void {
    const { hashes, keys, found } = this;
    this.mask = this.mask * 2 + 1;
    this.hashes = new Int32Array(this.mask + 1);
    this.keys = emptySlots(this.mask + 1);
    this.found = emptySlots(this.mask + 1);
    for (let index = 0; index < hashes.length; index += 1) {
      if (hashes[index] === FREE_SLOT_HASH) continue;
      let slot = hashes[index]! & this.mask;
      while (this.hashes[slot] !== FREE_SLOT_HASH) slot = (slot + 1) & this.mask;
      this.hashes[slot] = hashes[index]!;
      this.keys[slot] = keys[index];
      this.found[slot] = found[index];
    }
  }
}

function emptySlots<Item>(size: number): (Item | undefined)[] {
  const slots: (Item | undefined)[] = [];
  // Without a call for each slot, as Array.from makes it.
  slots.length = size;
  return slots.fill(undefined);
}

/** Hashes a key by four bits of each of its last characters; for hex digits that is their value. */
function hashKey(key: string): number {
  let hash = 0;
  for (let index = Math.max(key.length - HASHED_CHARACTERS, 0); index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    hash = (hash << 4) ^ (code + 9 * (code >> 6));
  }
  return hash === FREE_SLOT_HASH ? 1 : hash;
}
