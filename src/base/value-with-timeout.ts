/** Time limit on waiting for optional work. */

/** Returns the value; `undefined` if the work fails or takes longer than `ms`. */
export async function valueWithTimeout<Value>(
  work: PromiseLike<Value>,
  ms: number,
): Promise<Value | undefined> {
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
