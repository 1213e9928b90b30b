/** Secrets of settings in files, as containers and systemd provide them: NAME_FILE names the file of NAME. */
import { readFileSync, statSync } from "node:fs";
import type { Setting } from "./setting.ts";

/** Tells if a setting contains a secret, and may therefore be in a file. */
export const mayBeInFile = ({ kind, conceal }: Setting): boolean =>
  kind === "secret" || conceal !== undefined;

/** Returns the variable that names the file. */
export const fileVariableOf = ({ name }: Pick<Setting, "name">): string => `${name}_FILE`;

export type SecretFile = {
  readonly text: string;
  /** A sentence about a file that others can read; `undefined` if they cannot. */
  readonly warning: string | undefined;
};

/** Maximum bytes of a file: a larger one is no secret. */
const MAX_BYTES = 64 * 1024;
/** Permission bits of the group and of all others to read. */
const FOR_OTHERS = 0o044;

/** Reads the secret, without the line break at its end. Throws an Error of one line that reveals nothing of the content. */
export function readSecretFile(setting: Setting, path: string): SecretFile {
  const variable = fileVariableOf(setting);
  const { text, mode } = readText(variable, path);
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new Error(`${variable}: expected a secret in ${path}, got an empty file`);
  const warning =
    (mode & FOR_OTHERS) === 0
      ? undefined
      : `${variable}: other accounts of this machine can read ${path}: its mode should be 0600`;
  return { text: secret, warning };
}

function readText(variable: string, path: string): { readonly text: string; readonly mode: number } {
  try {
    const { size, mode } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`expected at most ${MAX_BYTES} bytes, got ${size}`);
    return { text: readFileSync(path, "utf8"), mode };
  } catch (error) {
    throw new Error(`${variable}: ${faultOf(path, error)}`, { cause: error });
  }
}

function faultOf(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `there is no file ${path}`;
  if (code === "EISDIR") return `expected a file, got the directory ${path}`;
  return `the file ${path} cannot be read: ${message}`;
}
