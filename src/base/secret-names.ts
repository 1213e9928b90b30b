/** Names of values that are secrets, for whatever shows the texts of others: the log, and the requests of a sandbox. */

/** Names in small letters, without separators. */
const SECRET_NAMES = [
  "secret",
  "password",
  "passwd",
  "passphrase",
  "authorization",
  "bearer",
  "cookie",
  "token",
  "accesstoken",
  "refreshtoken",
  "authtoken",
  "admintoken",
  "privatekey",
  "masterkey",
  "pk",
  "mnemonic",
  "seedphrase",
  "seed",
  "databaseurl",
  "invitecode",
];

/** Source of a regular expression that matches exactly these names, with `_` or `-` anywhere. */
export const SECRET_NAME_SOURCE = SECRET_NAMES.map((name) => [...name].join("[-_]?")).join("|");

/** Names whose result is remembered, since requests and logs have the same few again and again. */
const MAX_REMEMBERED_NAMES = 1_000;
const MAX_REMEMBERED_NAME = 40;

/** Minimum length of a name that a longer one may end in, as `clientSecret` does. */
const MIN_ENDING = 6;

/**
 * Creates a function that tells secrets by their names, ignoring case and separators. A longer name is one by its end.
 * The further names are secrets too.
 */
export function createSecretNameTest(further: readonly string[]): (name: string) => boolean {
  const names = [...SECRET_NAMES, ...further];
  const endings = names.filter(({ length }) => length >= MIN_ENDING);
  const form = new RegExp(`(?:${endings.join("|")})$|^(?:${names.join("|")})$`);
  const known = new Map<string, boolean>();
  return (name) => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const found = form.test(name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase());
    if (name.length > MAX_REMEMBERED_NAME) return found;
    if (known.size >= MAX_REMEMBERED_NAMES) known.clear();
    known.set(name, found);
    return found;
  };
}
