/** The operator's session. The token stays in memory, or in the tab's storage if the operator allows it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { throwDoneAgain, RejectedError } from "../../api/client.ts";
import type { SendOnce } from "../../api/client.ts";
import type { Operations } from "../../api/generated/operator.ts";
import { operator } from "../../api/interfaces.ts";
import { openKeys } from "../action/open-keys.ts";
import { isExecutedEachTime, isExecutedOnce } from "./carried-out.ts";
import { dropDraft } from "../new-event/drop-draft.ts";
import { ReloadContext } from "../../parts/hooks/reload-context.ts";
import { createSendOnce } from "../../api/send-once.ts";

/**
 * Client that sends requests to the operator API, with the operator's token added to their headers. All requests but reads
 * are carried out once.
 */
export type OperatorClient = typeof operator;

type Session = {
  readonly request: OperatorClient;
  signOut(): void;
};

type OperatorAccess = {
  /** Session of the operator; `undefined` before the sign-in. */
  readonly session: Session | undefined;
  /** True if the exchange stopped accepting the token. */
  readonly expired: boolean;
  /** Throws the refusal of the exchange if the token is invalid. */
  signIn(token: string, remember: boolean): Promise<void>;
};

const STORAGE_KEY = "presage.operator-token";
/** Storage key of a token that shall not be remembered, while the console reloads itself. */
const RELOAD_STORAGE_KEY = "presage.operator-token-once";
const OperatorAccessContext = createContext<OperatorAccess | undefined>(undefined);

/** Creates a client whose changes are made idempotent by `once` instead of by the session's own keys. */
export const bindSendOnce =
  (request: OperatorClient, once: SendOnce): OperatorClient =>
  (name, options = {}) =>
    request(name, { ...(isExecutedOnce(name) && { once }), ...options });

const createOperatorClient =
  (token: string, once: SendOnce): OperatorClient =>
  (name, options = {}) => {
    const answer = operator(name, {
      ...(isExecutedOnce(name) && { once }),
      ...options,
      headers: async (sent) => ({
        ...(await options.headers?.(sent)),
        authorization: `Bearer ${token}`,
      }),
    });
    return isExecutedEachTime(name) ? answer.catch(throwDoneAgain) : answer;
  };

/** Returns a function that calls `leave`, and drops forms in progress, which the next operator must not see. */
const createSignOut = (leave: () => void) => (): void => {
  dropDraft();
  dropTabTexts();
  leave();
};

/**
 * Reads the operator's token after a reload. A token that should not be remembered is stored for the reload only, and
 * removed here.
 */
function readToken(): string {
  const once = sessionStorage.getItem(RELOAD_STORAGE_KEY);
  sessionStorage.removeItem(RELOAD_STORAGE_KEY);
  return once ?? sessionStorage.getItem(STORAGE_KEY) ?? "";
}

export function OperatorProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [token, setToken] = useState(readToken);
  const [expired, setExpired] = useState(false);
  const access = useMemo((): OperatorAccess => {
    const leave = (): void => {
      sessionStorage.removeItem(STORAGE_KEY);
      setToken("");
      queries.clear();
    };
    const client = createOperatorClient(token, createSendOnce({ keys: openKeys }));
    const request: OperatorClient = async (name, options) => {
      try {
        return await client(name, options);
      } catch (error) {
        if (error instanceof RejectedError && error.status === 401) {
          setExpired(true);
          leave();
        }
        throw error;
      }
    };
    return {
      session:
        token === ""
          ? undefined
          : {
              request,
              signOut: createSignOut(leave),
            },
      expired,
      signIn: async (newToken, remember) => {
        await createOperatorClient(newToken, createSendOnce())("GET /status");
        if (remember) sessionStorage.setItem(STORAGE_KEY, newToken);
        setExpired(false);
        setToken(newToken);
      },
    };
  }, [token, expired, queries]);
  const reload = useCallback((): void => {
    if (token !== "") sessionStorage.setItem(RELOAD_STORAGE_KEY, token);
    location.reload();
  }, [token]);
  return (
    <OperatorAccessContext value={access}>
      <ReloadContext value={reload}>{children}</ReloadContext>
    </OperatorAccessContext>
  );
}

export function useOperatorAccess(): OperatorAccess {
  const access = use(OperatorAccessContext);
  if (access === undefined) throw new Error("no operator's session is around this part of the console");
  return access;
}

export function useSession(): Session {
  const { session } = useOperatorAccess();
  if (session === undefined) throw new Error("nobody is signed in to the console");
  return session;
}

export const useOperatorClient = (): OperatorClient => useSession().request;

export type ReadName = keyof Operations & `GET ${string}`;
export type Answer<Name extends keyof Operations> = Operations[Name]["answer"];

export type ReadOptions<Name extends ReadName> = {
  readonly params?: Operations[Name]["params"];
  readonly query?: Operations[Name]["query"];
  /** Value whose change causes another read. */
  readonly version?: unknown;
  readonly refetchInterval?: number;
  readonly staleTime?: number;
  readonly enabled?: boolean;
  readonly retry?: boolean;
};

/** Reads from the operator API. The cache keeps the answer by operation, parameters and query. */
export function useOperatorQuery<Name extends ReadName>(
  name: Name,
  { params, query, version, ...options }: ReadOptions<Name> = {},
) {
  const request = useOperatorClient();
  return useQuery<Answer<Name>>({
    queryKey: [name, params, query, version],
    queryFn: ({ signal }) => request(name, { ...(params && { params }), ...(query && { query }), signal }),
    ...options,
  });
}

/** Unfinished texts in the tab's storage, by name; they survive other views and a reload. */
export const TAB_TEXTS = { fundings: "presage.fundings" } as const;

type TabStorageKey = (typeof TAB_TEXTS)[keyof typeof TAB_TEXTS];

/** Drops all unfinished texts, which the next operator must not see. */
const dropTabTexts = (): void => {
  for (const name of Object.values(TAB_TEXTS)) sessionStorage.removeItem(name);
};

type TabText = {
  readonly text: string;
  set(text: string): void;
  /** Removes the text from the storage, but not from its field. */
  forget(): void;
};

export function useTabText(name: TabStorageKey): TabText {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? "");
  const forget = (): void => sessionStorage.removeItem(name);
  const set = (changed: string): void => {
    setText(changed);
    try {
      sessionStorage.setItem(name, changed);
    } catch {
      // The text is too long for the browser's storage, so only the field keeps it.
      forget();
    }
  };
  return { text, set, forget };
}
