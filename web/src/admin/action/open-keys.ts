/**
 * Idempotency keys of unanswered requests, kept in the tab's storage. A request that is repeated after a reload, in another
 * view or after a new sign-in gets its first key again.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isUnanswered } from "../../api/client.ts";
import type { KeyStore } from "../../api/send-once.ts";
import { HeldBackError, findMoneyMove } from "./money-moves.ts";
import type { MoneyMove } from "./money-moves.ts";

const STORAGE_KEY = "presage.unanswered";
/** Minimum time for which the exchange stores keys, in milliseconds. */
const KEY_LIFETIME_MS = 86_400_000;

export type OpenKey = {
  /** Digest of the request, since requests are long and may be secret. */
  readonly digest: string;
  readonly key: string;
  readonly sentAtMs: number;
  /** Kind of the request, if it moves money. */
  readonly move?: MoneyMove | undefined;
  /** True once another request was held back because of this one. */
  readonly holdsBack?: boolean;
};

export type OpenKeys = KeyStore & {
  list(): readonly OpenKey[];
  forget(gone: readonly OpenKey[]): void;
  subscribe(listen: () => void): () => void;
};

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export function createOpenKeys(storage: () => Storage, nowMs: () => number = Date.now): OpenKeys {
  const listeners = new Set<() => void>();
  let lastRead: { readonly text: string; readonly keys: readonly OpenKey[] } = { text: "", keys: [] };
  /** Returns the same array until the stored text changes: subscribers compare arrays by identity. */
  const list = (): readonly OpenKey[] => {
    const text = storage().getItem(STORAGE_KEY) ?? "";
    if (text !== lastRead.text) lastRead = { text, keys: parse(text) };
    return lastRead.keys;
  };
  const isRemembered = ({ sentAtMs }: OpenKey): boolean => sentAtMs > nowMs() - KEY_LIFETIME_MS;
  const write = (keys: readonly OpenKey[]): void => {
    storage().setItem(STORAGE_KEY, JSON.stringify(keys.filter(isRemembered)));
    for (const listen of listeners) listen();
  };
  const find = (digest: string): OpenKey | undefined =>
    list().find((one) => one.digest === digest && isRemembered(one));
  /** Throws if a different transfer of the same kind is unanswered. */
  const holdBack = (move: MoneyMove | undefined): void => {
    const earlier = list().find((one) => move !== undefined && one.move === move && isRemembered(one));
    if (move === undefined || earlier === undefined) return;
    write(list().map((one) => (one === earlier ? { ...one, holdsBack: true } : one)));
    throw new HeldBackError(move, earlier.sentAtMs);
  };
  const keys: OpenKeys = {
    get: (content) => find(hashContent(content))?.key,
    set: (content, key) => {
      const digest = hashContent(content);
      const known = find(digest);
      if (known?.key === key) return;
      const move = findMoneyMove(content);
      if (known === undefined) holdBack(move);
      const others = list().filter((one) => one.digest !== digest);
      write([...others, { digest, key, sentAtMs: nowMs(), ...(move && { move }) }]);
    },
    delete: (content) => {
      const known = find(hashContent(content));
      if (known !== undefined) keys.forget([known]);
    },
    list,
    forget: (gone) => write(list().filter((one) => !gone.some(({ key }) => key === one.key))),
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
  return keys;
}

const hashContent = (content: string): string => bytesToHex(sha256(utf8ToBytes(content)));

function parse(text: string): readonly OpenKey[] {
  try {
    const keys = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter(isOpenKey) : [];
  } catch {
    return [];
  }
}

const isOpenKey = (one: OpenKey | null): boolean =>
  typeof one?.digest === "string" && typeof one.key === "string" && typeof one.sentAtMs === "number";

/** Requests of this tab that were not answered yet, with their idempotency keys; kept in sessionStorage. */
export const openKeys: OpenKeys = createOpenKeys(() => sessionStorage);

/**
 * Idempotency keys of one form's requests. The keys stay in the tab's storage only while the outcome is unknown, since an
 * equal request of a later form is a new request.
 */
export type AttemptKeys = KeyStore & {
  /** Drops the keys once all requests were carried out. */
  end(): void;
  fail(error: unknown): void;
};

export function createAttemptKeys(kept: KeyStore): AttemptKeys {
  const ownKeys = new Map<string, string>();
  /** True once a request of this attempt, or of the attempt that it continues, was unanswered. */
  let isOpen = false;
  const end = (): void => {
    for (const content of ownKeys.keys()) kept.delete(content);
  };
  return {
    get: (content) => {
      const key = ownKeys.get(content);
      if (key !== undefined) return key;
      const earlier = kept.get(content);
      if (earlier !== undefined) isOpen = true;
      return earlier;
    },
    set: (content, key) => {
      kept.set(content, key);
      ownKeys.set(content, key);
    },
    delete: (content) => {
      kept.delete(content);
      ownKeys.delete(content);
    },
    end,
    fail: (error) => {
      if (isUnanswered(error)) isOpen = true;
      if (!isOpen) end();
    },
  };
}
