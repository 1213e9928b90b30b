/** Buttons of steps that take a role: disabled for an operator without it, with notes that name the role. */
import type { ComponentProps } from "react";
import { useConsoleText } from "../console-text.ts";
import { useIsMissing } from "../status.ts";
import type { Role } from "../status.ts";
import { RoleNote } from "./view.tsx";

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

/** A note for each of these roles that the operator lacks. */
export const RoleNotes = ({ roles }: { readonly roles: readonly Role[] }) => (
  <>
    {[...new Set(roles)].map((role) => (
      <RoleNote key={role} role={role} />
    ))}
  </>
);
