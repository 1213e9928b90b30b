/** Buttons of steps that take a role: disabled for an operator without it, with notes that name the role. */
import type { ComponentProps } from "react";
import { useConsoleText } from "../console-text.ts";
import { useIsMissing, useStatus } from "../status.ts";
import type { Role } from "../status.ts";

type RoleButtonProps = Omit<ComponentProps<"button">, "type" | "disabled" | "title"> & {
  readonly role: Role;
};

export function RoleButton({ role, ...button }: RoleButtonProps) {
  const { roles } = useConsoleText();
  const isMissing = useIsMissing(role);
  return (
    <button
      {...button}
      type="button"
      disabled={isMissing}
      title={isMissing ? roles.needed(role) : undefined}
    />
  );
}

/** Names the roles that the operator lacks for some of the buttons beside it. */
export function RoleNotes({ roles: taken }: { readonly roles: readonly Role[] }) {
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (data === undefined) return null;
  const { name, roles: own } = data.operator;
  const missing = [...new Set(taken)].filter((role) => !own.includes(role));
  return missing.length === 0 ? null : (
    <p className="notice">{roles.greyed(missing.join(", "), name, own.join(", "))}</p>
  );
}
