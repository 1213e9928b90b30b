/** The role that changes in a view require, for the buttons that send them. */
import { createContext, use } from "react";
import { useConsoleText } from "../console-text.ts";
import { useStatus } from "../status.ts";
import type { Role } from "../status.ts";

export const ViewRoleContext = createContext<Role | undefined>(undefined);

/** Says which role the operator lacks for changes in this view; `undefined` where none is known to lack. */
export function useMissingRole(): string | undefined {
  const role = use(ViewRoleContext);
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (role === undefined || data === undefined || data.operator.roles.includes(role)) return undefined;
  return roles.needed(role);
}
