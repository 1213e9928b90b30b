/** A line of the checklist: its requirement, its needs and its check. */
import type { World } from "./world.ts";

/** Ability that a row needs of the server. */
export type Need = keyof typeof NEEDS;

/** Reasons to leave out a row, by the missing ability. */
export const NEEDS = {
  production: "of production mode only",
  sandbox: "of the sandbox only",
  operator: "no operator token is known: PRESAGE_ADMIN_TOKEN",
  traders: "no account with funds could be opened without the operator token",
  own: "the checklist did not start this server",
  patience: "takes longer than a test may: run `npm run checklist`",
  network: "this machine has no address but loopback",
} as const;

export type Row = {
  readonly section: "3.1" | "3.2" | "3.3" | "3.4";
  readonly name: string;
  readonly needs?: readonly Need[];
  /** Throws what came instead; gives why it could not be asked. */
  readonly check: (world: World) => Promise<string | void>;
};

/** The rows of a section. */
export const section =
  (name: Row["section"], needs: readonly Need[] = []) =>
  (rowName: string, check: Row["check"], further: readonly Need[] = []): Row => ({
    section: name,
    name: rowName,
    needs: [...needs, ...further],
    check,
  });
