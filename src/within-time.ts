/** Bounds on waiting for something that nobody needs at any price. */

/** Gives the value; `undefined` where it fails or takes longer than this many milliseconds. */
export async function withinTime<Value>(work: PromiseLike<Value>, ms: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
