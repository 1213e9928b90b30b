/** Headers under other names. */
type Headers = Record<string, string>;

export const renamed =
  (rename: (name: string) => string) =>
  (headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]));
