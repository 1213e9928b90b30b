/** Parser of curl commands, by the rules of shells and of curl. Runs no command. */

/** A captured request, which was not sent by this program. */
export type CapturedRequest = {
  readonly method: string;
  /** A path or a whole URL. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
};

/**
 * Reads the request that the command would send. Throws an Error of one line if the command reads a part from a file.
 */
export function readCurlCommand(text: string): CapturedRequest {
  const words = splitWords(text.replace(/^\s*(\$\s+)?curl\s/, ""));
  const read = readOptions(words);
  const { url, data, headers } = read;
  if (url === undefined) throw new Error("the curl command has no URL");
  const whole = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  if (data === undefined || read.asQuery) {
    const query = data === undefined ? "" : `${whole.includes("?") ? "&" : "?"}${data}`;
    return { method: read.method ?? "GET", url: whole + query, headers, body: new Uint8Array() };
  }
  return { method: read.method ?? "POST", url: whole, headers, body: new TextEncoder().encode(data) };
}

type Options = {
  method: string | undefined;
  url: string | undefined;
  data: string | undefined;
  asQuery: boolean;
  readonly headers: (readonly [string, string])[];
};

/** Curl options whose value is ignored. */
const OPTIONS_WITH_VALUE = new Set(
  "-A -e -b -c -u -o -m -x -w --user-agent --referer --cookie --cookie-jar --user --output --max-time --proxy --write-out --connect-timeout --retry --resolve --cacert".split(
    " ",
  ),
);
const DATA_OPTIONS = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);

function readOptions(words: readonly string[]): Options {
  const options: Options = {
    method: undefined,
    url: undefined,
    data: undefined,
    asQuery: false,
    headers: [],
  };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, short, attached] = /^(-[XHdAebcuomxw])(.+)$/s.exec(word) ?? [];
    const [name = "", inline] = word.startsWith("--") ? word.split(/=(.*)/s, 2) : [short ?? word, attached];
    const value = (): string => {
      const given = inline ?? rest.shift();
      if (given === undefined) throw new Error(`the curl command ends after ${name}`);
      return given;
    };
    if (name === "-X" || name === "--request") options.method = value();
    else if (name === "-H" || name === "--header") addHeader(options, value());
    else if (DATA_OPTIONS.has(name)) addData(options, name, value());
    else if (name === "--url") options.url = value();
    else if (name === "-G" || name === "--get") options.asQuery = true;
    else if (OPTIONS_WITH_VALUE.has(name)) value();
    else if (!name.startsWith("-")) options.url ??= word;
  }
  return options;
}

function addHeader({ headers }: Options, header: string): void {
  const at = header.indexOf(":");
  if (at > 0) headers.push([header.slice(0, at).trim(), header.slice(at + 1).trim()]);
}

function addData(options: Options, name: string, data: string): void {
  if (data.startsWith("@") && name !== "--data-raw")
    throw new Error(`expected the body in the curl command, got ${name} ${data}: put the file's text there`);
  options.data = options.data === undefined ? data : `${options.data}&${data}`;
}

/** Splits the command line of a shell into words, with three kinds of quotes, backslashes and continued lines. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  const piece = /\s+|\\\r?\n|'([^']*)'|\$'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^\s'"\\]+|\$)/gsy;
  let word: string | undefined;
  for (const match of text.matchAll(piece)) {
    const [whole, single, ansi, double, escaped, plain] = match;
    const part =
      single ?? (ansi && decodeEscapes(ansi)) ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain;
    if (part !== undefined) word = (word ?? "") + part;
    else if (/^\s/.test(whole) && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

const NAMED: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t" };

/** Replaces the escapes of a text like $'it\'s'. */
const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (_whole, wide, narrow, letter) =>
    letter === undefined
      ? String.fromCharCode(Number.parseInt(wide ?? narrow, 16))
      : (NAMED[letter] ?? letter),
  );
