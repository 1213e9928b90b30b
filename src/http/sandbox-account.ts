/** First funds: in the sandbox a wallet gets an account with collateral when it is first seen. */
import type { Context } from "../context.ts";
import type { Rejection } from "../core/rejection.ts";
import { micros } from "../core/units.ts";

/** Collateral of a wallet that is first seen in the sandbox: 10,000 units. */
export const FIRST_CREDIT = micros(10_000_000_000);

/** Opens the wallet's account with the first credit; does nothing when it has one, or outside the sandbox. */
export async function openSandboxAccount(
  context: Context,
  wallet: { readonly address: string; readonly owner: string },
): Promise<Rejection | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const outcome = await context.engine.submit({ type: "open-account", ...wallet, credit: FIRST_CREDIT });
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}
