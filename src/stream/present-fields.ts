/** The fields of a message that hold something: some clients send them all, and null where they mean none. */
export const presentFields = (
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
