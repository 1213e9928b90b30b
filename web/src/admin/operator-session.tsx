/** The operator's session. The token stays in memory, or in the tab's storage if the operator allows it. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { RefusedError } from "../api/client.ts";
import { operator } from "../api/interfaces.ts";

/** Sends a request to the operator API, with the operator's token. */
export type Ask = typeof operator;

type Session = {
  readonly ask: Ask;
  signOut(): void;
};

type Door = {
  /** Session of the operator; `undefined` before the sign-in. */
  readonly session: Session | undefined;
  /** True if the exchange stopped accepting the token. */
  readonly expired: boolean;
  /** Throws the refusal of the exchange if the token is invalid. */
  signIn(token: string, remember: boolean): Promise<void>;
};

const NAME = "presage.operator-token";
const DoorContext = createContext<Door | undefined>(undefined);

const askWith =
  (token: string): Ask =>
  (name, asked = {}) =>
    operator(name, { ...asked, headers: () => Promise.resolve({ authorization: `Bearer ${token}` }) });

export function OperatorProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [token, setToken] = useState(() => sessionStorage.getItem(NAME) ?? "");
  const [expired, setExpired] = useState(false);
  const door = useMemo((): Door => {
    const leave = (): void => {
      sessionStorage.removeItem(NAME);
      setToken("");
      queries.clear();
    };
    const ask: Ask = async (name, asked) => {
      try {
        return await askWith(token)(name, asked);
      } catch (error) {
        if (error instanceof RefusedError && error.status === 401) {
          setExpired(true);
          leave();
        }
        throw error;
      }
    };
    return {
      session: token === "" ? undefined : { ask, signOut: leave },
      expired,
      signIn: async (given, remember) => {
        await askWith(given)("GET /status");
        if (remember) sessionStorage.setItem(NAME, given);
        setExpired(false);
        setToken(given);
      },
    };
  }, [token, expired, queries]);
  return <DoorContext value={door}>{children}</DoorContext>;
}

export function useDoor(): Door {
  const door = use(DoorContext);
  if (door === undefined) throw new Error("no operator's session is around this part of the console");
  return door;
}

export function useSession(): Session {
  const { session } = useDoor();
  if (session === undefined) throw new Error("nobody is signed in to the console");
  return session;
}

export const useAsk = (): Ask => useSession().ask;
