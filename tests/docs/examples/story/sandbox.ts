/** Part of the story: actions for a sandbox alone. */
import { walletOf } from "../../../support/exchange.ts";
import type { Story } from "./cast.ts";

export async function fund({ ask, ann }: Pick<Story, "ask" | "ann">): Promise<void> {
  await ask("trading", "postSandboxFaucet", { body: { address: ann.address, amount: "500" } });
}

export async function useSandbox({ ask }: Story): Promise<void> {
  await ask("operator", "postSandboxImpersonations", {
    body: { address: walletOf("whale"), reason: "to try a large wallet" },
  });
  await ask("operator", "getSandboxImpersonations");
  await ask("operator", "getSandboxFaultPresets");
  const { faults } = await ask("operator", "postSandboxFaults", {
    body: { faults: [{ kind: "latency", ms: 20, routes: ["POST /order"], share: 0.5, seed: 7 }] },
  });
  await ask("operator", "getSandboxFaults");
  await ask("operator", "deleteSandboxFaultsById", { params: { id: faults[0].id } });
  await ask("operator", "deleteSandboxFaults");
  await ask("operator", "getSandboxRequests", { query: { search: "order", limit: "2" } });
  const residents = await ask("operator", "postSandboxResidents", { body: { pace: "quiet" } });
  await ask("operator", "getSandboxResidents");
  await ask("operator", "postSandboxResidentsByMarket", {
    params: { market: residents.markets[0].market },
    body: { trading: false },
  });
  await ask("operator", "postSandboxResidents", { body: { pace: "off" } });
  const name = "before-the-storm";
  await ask("operator", "postSandboxSnapshot", { body: { name } });
  await ask("operator", "getSandboxSnapshots");
  await ask("operator", "postSandboxRevert", { body: { name } });
  await ask("operator", "deleteSandboxSnapshotsByName", { params: { name } });
  await ask("operator", "postSandboxReset", { body: {} });
}
