/** Returns the fields of a message that are not null: some clients send all fields, with null for absent values. */
export const presentFields = (
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
