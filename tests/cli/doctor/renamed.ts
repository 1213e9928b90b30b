/** Headers under other names, as clients with a wrong prefix send them. */
type Headers = Record<string, string>;

export const renamed =
  (rename: (name: string) => string) =>
  (headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]));
