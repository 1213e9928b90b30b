/** Paths and queries of request lines: valid ones, and faulty ones. */
import type { Random } from "../support/random.ts";
import { HOSTILE_ENCODINGS, HOSTILE_TEXTS } from "./hostile-values.ts";

/** Percent-encodes text, with a faulty encoding for half of a surrogate pair. */
export function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ed%a0%80";
}

export function writtenQuery(parameters: ReadonlyMap<string, string>): string {
  if (parameters.size === 0) return "";
  return `?${[...parameters].map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`;
}

const hostile = (random: Random): string =>
  random.chance(70) ? encoded(random.pick(HOSTILE_TEXTS)) : random.pick(HOSTILE_ENCODINGS);

/** Makes a query with one fault; `names` are the parameters that the operation knows. */
export function spoilQuery(
  random: Random,
  parameters: Map<string, string>,
  names: readonly string[],
): string {
  const toText = [...parameters].map(([name, value]) => `${name}=${encoded(value)}`);
  const name = names.length === 0 || random.chance(5) ? "colour" : random.pick(names);
  const others = toText.filter((part) => !part.startsWith(`${name}=`));
  switch (random.below(12)) {
    case 0:
      return `?${others.join("&")}`;
    case 1:
      return `?${[...others, `${name}=1`, `${name}=${hostile(random)}`].join("&")}`;
    case 2:
      return `?${[...others, random.pick([name, `${name}=`, `${name}[]=1`, `${name}[a]=1`, `=${name}`])].join("&")}`;
    case 3:
      return `?${[...toText, random.pick(ODD_PARTS)].join("&")}`;
    case 4:
      return `?${[...others, `${name}=${Array.from({ length: random.pick([2, 21, 120]) }, (_, at) => at).join()}`].join("&")}`;
    case 5:
      return `?${[...others, `${name.toUpperCase()}=${hostile(random)}`].join("&")}`;
    default:
      return `?${[...others, `${name}=${hostile(random)}`].join("&")}`;
  }
}

const ODD_PARTS = [
  "",
  "&",
  "&&&",
  "=",
  "==",
  "%",
  "__proto__=1",
  "__proto__[a]=1",
  "constructor=1",
  "toString=1",
  "a;b",
  "?",
  "a=%",
  Array.from({ length: 300 }, (_, at) => `p${at}=${at}`).join("&"),
];

/** Replaces each parameter of the path by a hostile value. */
export const spoilParams = (random: Random, path: string): string =>
  path.replaceAll(/:\w+/g, () => hostile(random));

/** Writes the path in another way, or changes it. */
export function spoilPath(random: Random, path: string): string {
  const at = random.below(path.length + 1);
  const ways: readonly (() => string)[] = [
    () => `${path}/`,
    () => `/${path}`,
    () => path.replace("/", "//"),
    () => path.toUpperCase(),
    () => `${path};a=1`,
    () => `${path}%2f`,
    () => `${path}/..`,
    () => `/.${path}`,
    () => `/x/..${path}`,
    () => `${path}.json`,
    () => `${path}\\`,
    () => path.slice(0, at + 1) + random.pick(HOSTILE_ENCODINGS) + path.slice(at + 1),
    () => path.slice(0, at + 1) + path.slice(at + 2),
    () => `http://127.0.0.1${path}`,
    () => `http://other.example:80${path}`,
    () => `${path}/${"a".repeat(random.pick([100, 2_000, 20_000]))}`,
    () => "/".repeat(random.pick([2, 500])),
    () =>
      random.pick([
        "/*",
        "/:id",
        "/__proto__",
        "/constructor",
        "/favicon.ico",
        "/.env",
        "/admin",
        "/docs/../status",
      ]),
    () => `/${path.slice(1).replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  ];
  return random.pick(ways)();
}
