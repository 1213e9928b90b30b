/** A seed of its own for every request of a run, so that each can be drawn again. */

/** Seed of the request `no` among those of `name`. */
export function seedOf(seed: number, name: string, no: number): number {
  let mixed = seed ^ Math.imul(no + 1, 0x9e3779b1);
  for (let at = 0; at < name.length; at += 1) mixed = Math.imul(mixed ^ name.charCodeAt(at), 0x01000193);
  return mixed >>> 0;
}
