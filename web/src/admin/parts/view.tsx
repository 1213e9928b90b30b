/** The frame of a view, its panels, and notes about roles that the operator lacks. */
import { createContext, use } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useTitle } from "../../parts/controls/brand.tsx";
import { SharedResult } from "../action/action-notice.tsx";
import { useConsoleText } from "./console-text.ts";
import { useIsMissing, useStatus } from "../session/status.ts";
import type { Role } from "../session/status.ts";

const ViewRoleContext = createContext<Role | undefined>(undefined);

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

/** A view that shows the latest result of its forms and dialogs at its top. */
export const ActionView = ({ children, ...view }: ViewProps) => (
  <SharedResult>
    {(result) => (
      <View {...view}>
        {result}
        {children}
      </View>
    )}
  </SharedResult>
);

type PanelProps = {
  readonly title: ReactNode;
  readonly lead?: string;
  /** True if the panel has gaps between its parts. */
  readonly stack?: boolean;
  readonly children: ReactNode;
};

export const Panel = ({ title, lead, stack = false, children }: PanelProps) => (
  <section className={stack ? "panel stack" : "panel"}>
    <h2>{title}</h2>
    {lead !== undefined && <p className="soft">{lead}</p>}
    {children}
  </section>
);

/** Returns the role that the operator lacks for changes in this view; `undefined` if no missing role is known. */
export function useMissingRole(): string | undefined {
  const role = use(ViewRoleContext);
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (role === undefined || data === undefined || data.operator.roles.includes(role)) return undefined;
  return roles.needed(role);
}

/** Warns about a missing role before any input. The exchange checks the role of every request itself. */
export function RoleNote({ role }: { readonly role: Role }) {
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (data === undefined || data.operator.roles.includes(role)) return null;
  const { name, roles: own } = data.operator;
  return <p className="notice">{roles.missing(role, name, own.join(", "))}</p>;
}

type RoleButtonProps = Omit<ComponentProps<"button">, "type" | "disabled" | "title"> & {
  readonly role: Role;
};

/** A button that requires a role, disabled for operators without it. */
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

/** A step of an account, an event or a market, as its button shows it. */
export type StepButton<Name> = {
  readonly name: Name;
  readonly label: string;
  readonly role: Role;
  /** True if the step cannot be undone in every case. */
  readonly danger: boolean;
  /** Look of the button beside the others, if it differs from that of its dialog. */
  readonly look?: "primary" | "quiet";
};

type StepButtonsProps<Name> = {
  readonly steps: readonly StepButton<Name>[];
  readonly choose: (name: Name) => void;
  readonly children?: ReactNode;
};

/** A row of step buttons below a note about roles that the operator lacks. */
export function StepButtons<Name extends string>({ steps, choose, children }: StepButtonsProps<Name>) {
  return (
    <>
      <RoleNotes roles={steps.map(({ role }) => role)} />
      <div className="row">
        {steps.map(({ name, label, role, danger, look = danger ? "danger" : "quiet" }) => (
          <RoleButton
            key={name}
            role={role}
            className={look === "quiet" ? undefined : look}
            onClick={() => choose(name)}
          >
            {label}
          </RoleButton>
        ))}
        {children}
      </div>
    </>
  );
}

/** Names the roles that the operator lacks for some of the buttons beside it. */
function RoleNotes({ roles: taken }: { readonly roles: readonly Role[] }) {
  const { roles } = useConsoleText();
  const { data } = useStatus();
  if (data === undefined) return null;
  const { name, roles: own } = data.operator;
  const missing = [...new Set(taken)].filter((role) => !own.includes(role));
  return missing.length === 0 ? null : (
    <p className="notice">{roles.greyed(missing.join(", "), name, own.join(", "))}</p>
  );
}
