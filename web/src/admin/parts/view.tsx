/** The frame of a view: title, introduction, and a note about a missing role. */
import type { ReactNode } from "react";
import { useTitle } from "../../parts/use-title.ts";
import { useStatus } from "../status.ts";
import type { Role } from "../status.ts";
import { useConsoleText } from "../console-text.ts";
import { ViewRoleContext } from "./view-role.ts";

type ViewProps = {
  readonly title: string;
  readonly lead?: string;
  /** Role that changes in this view require. */
  readonly role?: Role;
  readonly children: ReactNode;
};

export function View({ title, lead, role, children }: ViewProps) {
  useTitle(title);
  return (
    <section className="view stack">
      <header>
        <h1>{title}</h1>
        {lead !== undefined && <p className="soft lead">{lead}</p>}
      </header>
      {role !== undefined && <RoleNote role={role} />}
      <ViewRoleContext value={role}>{children}</ViewRoleContext>
    </section>
  );
}

/** Warns about a missing role before any input. The exchange checks the role of every request itself. */
export function RoleNote({ role }: { readonly role: Role }) {
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (data === undefined || data.operator.roles.includes(role)) return null;
  const { name, roles: own } = data.operator;
  return <p className="notice">{roles.missing(role, name, own.join(", "))}</p>;
}
